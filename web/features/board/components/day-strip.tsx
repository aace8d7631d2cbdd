import { memo, useEffect, useRef } from 'react'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatDayTitle, formatWeekday, nameDay } from '#web/lib/format.ts'
import classes from './day-strip.module.css'

const CHIPS = 18
const DAYS_BEFORE = 3

interface DayStripProps {
  today: Day
  chosen: readonly Day[]
  onToggle: (day: Day) => void
}

/** The days around today, each to put on the board or take off it. */
export const DayStrip = memo(function DayStrip({ today, chosen, onToggle }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null)

  // Where the strip is too long for the screen, today and what comes is what people want to see of it.
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>(`[data-day="${today}"]`)
    const first = strip.current?.querySelector('button')
    if (strip.current && chip && first) strip.current.scrollLeft = chip.offsetLeft - first.offsetLeft
  }, [today])

  return (
    <div ref={strip} className={classes.strip} role="group" aria-label="Days on the board">
      {Array.from({ length: CHIPS }, (_, index) => addDays(today, index - DAYS_BEFORE)).map((day) => (
        <button
          key={day}
          type="button"
          className={classes.chip}
          aria-pressed={chosen.includes(day)}
          aria-label={formatDayTitle(day, today)}
          data-day={day}
          onClick={() => onToggle(day)}
        >
          <span className={classes.name}>{shortNameOf(day, today)}</span>
          <span className={classes.number}>{Number(day.slice(8))}</span>
        </button>
      ))}
    </div>
  )
})

function shortNameOf(day: Day, today: Day): string {
  const name = nameDay(day, today) ?? formatWeekday(day)
  return name === 'Tomorrow' ? 'Tmrw' : name
}
