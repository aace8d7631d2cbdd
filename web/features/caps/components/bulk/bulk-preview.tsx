import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { formatCount, formatDay } from '#web/lib/format.ts'
import type { BulkRow } from './bulk-change.ts'
import classes from './bulk.module.css'
import { describeDifferences, describeTerms, nameCap } from '../history/differences.tsx'

interface BulkPreviewProps {
  rows: readonly BulkRow[]
  /** Whether they show what they are, as nothing is typed that they could become. */
  showsTerms: boolean
}

const ROW_HEIGHT = 46

/** Each cap, old to new; what keeps one from it stands at its place. */
export function BulkPreview({ rows, showsTerms }: BulkPreviewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.cap._id ?? index,
    overscan: 8,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div ref={scroller} className={classes.preview} tabIndex={0} role="region" aria-label="What becomes of each cap">
      <ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.row}
              data-problem={row.problem !== null || undefined}
              style={{ transform: `translateY(${item.start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
            >
              <span className={classes.cap}>
                <span className={classes.name}>{nameCap(row.cap)}</span>
                <span className={classes.day}>{formatDay(row.cap.date)}</span>
              </span>
              <Outcome row={row} showsTerms={showsTerms} />
              {row.problem !== null && <span className={classes.problem}>{row.problem}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Outcome({ row: { cap, after }, showsTerms }: { row: BulkRow; showsTerms: boolean }) {
  if (showsTerms) return <span className={classes.outcome}>{describeTerms(cap)}</span>
  if (after === null) return <span className={classes.outcome}>{formatCount(cap.cap)} planned</span>
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
