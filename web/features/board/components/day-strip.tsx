import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, type DragEvent } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { computeProgress } from '#domain/caps/pace.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { daySummariesQuery } from '#web/features/caps/api.ts'
import { formatDayTitle, formatWeekday, nameDay } from '#web/lib/format.ts'
import { isCapDragged } from '#web/features/caps/components/copy-cap.ts'
import classes from './day-strip.module.css'

const CHIPS = 18
const DAYS_BEFORE = 3

interface DayStripProps {
  kind: CapKind
  today: Day
  chosen: readonly Day[]
  /** On a phone, the only day in sight; else null. */
  shown: Day | null
  onShow: (day: Day) => void
  onToggle: (day: Day) => void
  /** Handles a cap dropped on a day; absent if caps can only be read. */
  onDropCap: ((event: DragEvent, day: Day) => void) | undefined
}

/** The days around today, each with its planned and delivered leads, to open or close on the board. */
export const DayStrip = memo(function DayStrip({
  kind,
  today,
  chosen,
  shown,
  onShow,
  onToggle,
  onDropCap,
}: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const first = addDays(today, -DAYS_BEFORE)
  const { data: days } = useQuery(daySummariesQuery(kind, first, addDays(first, CHIPS - 1)))

  // If the strip is wider than the screen, it scrolls to today and the days after it.
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>(`[data-day="${today}"]`)
    const start = strip.current?.querySelector('button')
    if (strip.current && chip && start) strip.current.scrollLeft = chip.offsetLeft - start.offsetLeft
  }, [today])

  return (
    <div ref={strip} className={classes.strip} role="group" aria-label="Days on the board">
      {Array.from({ length: CHIPS }, (_, index) => addDays(first, index)).map((day) => {
        const { plannedTotal: planned = 0, actualTotal: actual = 0 } = days?.get(day) ?? {}
        const isPlanned = days?.has(day)
        const isOn = chosen.includes(day)
        return (
          <button
            key={day}
            type="button"
            className={classes.chip}
            aria-pressed={isOn}
            aria-label={formatDayTitle(day, today)}
            title={days && (isPlanned ? `${formatCount(actual)} of ${formatCount(planned)}` : 'Not planned')}
            data-day={day}
            data-unplanned={isPlanned === false || undefined}
            data-shown={day === shown || undefined}
            {...(onDropCap && {
              onDragOver: (event: DragEvent) => isCapDragged(event) && event.preventDefault(),
              onDrop: (event: DragEvent) => {
                event.preventDefault()
                onDropCap(event, day)
              },
            })}
            onClick={() => (isOn && shown !== null && day !== shown ? onShow(day) : onToggle(day))}
          >
            <span className={classes.head}>
              <span className={classes.name}>{shortNameOf(day, today)}</span>
              <span className={classes.number}>{Number(day.slice(8))}</span>
            </span>
            <span className={classes.planned}>{isPlanned ? formatCount(planned) : '–'}</span>
            <span className={classes.bar} style={{ width: `${computeProgress(actual, planned)}%` }} />
          </button>
        )
      })}
    </div>
  )
})

function shortNameOf(day: Day, today: Day): string {
  const name = nameDay(day, today) ?? formatWeekday(day)
  return name === 'Tomorrow' ? 'Tmrw' : name
}
