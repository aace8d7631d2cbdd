import { useMemo } from 'react'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { CapList } from '#web/features/caps/components/cap-list.tsx'
import { describeDifferences, describeTerms, nameCap } from '#web/features/caps/components/history/describe-change.ts'
import { formatDay } from '#web/lib/format.ts'
import classes from './bulk.module.css'

interface BulkPreviewProps {
  rows: readonly BulkRow[]
  /** True if rows show the cap's terms, because no new ones are typed. */
  showsTerms: boolean
}

const HEIGHTS = { cap: 46 }

/** Each cap, old to new, with what blocks the change. */
export function BulkPreview({ rows, showsTerms }: BulkPreviewProps) {
  const listed = useMemo(() => rows.map((row) => ({ ...row, kind: 'cap' as const, key: row.cap._id })), [rows])
  const positions = useMemo(() => new Map(rows.map(({ cap }, index) => [cap._id, index + 1])), [rows])
  return (
    <div
      className={classes.preview}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
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

/** Actions that leave the terms of caps; the terms are changed in a sheet (`edit-dialog.tsx`). */
export type BulkTask = 'move' | 'delete'

export interface BulkRow {
  cap: Cap
  /** The cap after the change; the same object if nothing changes. */
  after: Cap
  problem: string | null
}

/** The caps on another day; unchanged until a day is chosen. */
export function planMove(caps: readonly Cap[], date: Day | null): BulkRow[] {
  return caps.map((cap) => ({
    cap,
    after: date === null || cap.date === date ? cap : { ...cap, date },
    problem: null,
  }))
}
