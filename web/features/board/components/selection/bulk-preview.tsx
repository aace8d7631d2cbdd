import { useMemo } from 'react'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { CapList } from '#web/features/caps/components/cap-list.tsx'
import { describeDifferences, describeTerms, nameCap } from '#web/features/caps/components/history/describe-change.ts'
import { formatDay } from '#web/lib/format.ts'
import classes from './bulk.module.css'

interface BulkPreviewProps {
  rows: readonly BulkRow[]
  /** Whether they show what they are, as nothing is typed that they could become. */
  showsTerms: boolean
}

const HEIGHTS = { cap: 46 }

/** Each cap, old to new; what keeps one from it stands at its place. */
export function BulkPreview({ rows, showsTerms }: BulkPreviewProps) {
  const listed = useMemo(() => rows.map((row) => ({ ...row, kind: 'cap' as const, key: row.cap._id })), [rows])
  const positions = useMemo(() => new Map(rows.map(({ cap }, index) => [cap._id, index + 1])), [rows])
  return (
    <div
      className={classes.preview}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      role="region"
      aria-label="Effect on each cap"
      data-scroller
    >
      <div role="list">
        <CapList rows={listed} heights={HEIGHTS}>
          {(row) => (
            <div
              role="listitem"
              className={classes.row}
              data-problem={row.problem !== null || undefined}
              aria-setsize={rows.length}
              aria-posinset={positions.get(row.key)}
            >
              <span className={classes.cap}>
                <span className={classes.name}>{nameCap(row.cap)}</span>
                <span className={classes.day}>{formatDay(row.cap.date)}</span>
              </span>
              <Outcome row={row} showsTerms={showsTerms} />
              {row.problem !== null && <span className={classes.problem}>{row.problem}</span>}
            </div>
          )}
        </CapList>
      </div>
    </div>
  )
}

function Outcome({ row: { cap, after }, showsTerms }: { row: BulkRow; showsTerms: boolean }) {
  if (showsTerms) return <span className={classes.outcome}>{describeTerms(cap)}</span>
  if (after === cap) return <span className={classes.outcome}>No change</span>
  return (
    <span className={classes.outcome}>
      {describeDifferences(cap, after).map(({ label, from, to }) => (
        <span key={label} className={classes.difference}>
          {label} <del>{from}</del> <span aria-hidden="true">→</span> <ins>{to}</ins>
        </span>
      ))}
    </span>
  )
}

/** What is done to many caps as they are; their terms are changed in a sheet (`edit-dialog.tsx`). */
export type BulkTask = 'move' | 'delete'

export interface BulkRow {
  cap: Cap
  /** The cap as it would be; the very same where nothing changes. */
  after: Cap
  problem: string | null
}

/** The caps on another day; where they stand as long as no day is said. */
export function planMove(caps: readonly Cap[], date: Day | null): BulkRow[] {
  return caps.map((cap) => ({
    cap,
    after: date === null || cap.date === date ? cap : { ...cap, date },
    problem: null,
  }))
}
