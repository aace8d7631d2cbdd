import { ActionIcon } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, mondayOf, type Day } from '#domain/kernel/day.ts'
import { isSameMonth, nextMonth, previousMonth, weeksOfMonth } from '#domain/kernel/month.ts'
import { WEEKDAYS } from '#domain/sentences/written.ts'
import { formatDay, formatDayTitle, formatMonth } from '#web/lib/format.ts'
import { ChevronIcon } from './icons.tsx'
import classes from './month-grid.module.css'

interface MonthGridProps {
  today: Day
  /** The day that the keys start from. */
  start?: Day | undefined
  /** The days that are marked as chosen. */
  chosen: readonly Day[]
  /** Notes of days; undefined if unknown. */
  notes?: ReadonlyMap<Day, DayNote> | undefined
  /** Told the first and the last day in sight; the same function each time. */
  onSpan?: (first: Day, last: Day) => void
  onPick: (day: Day) => void
}

/** A note below the number of a day: a few digits, a fill level in percent, and both in words. */
export interface DayNote {
  short: string
  percent: number
  words: string
}

/** A month to pick days from, Monday to Sunday. Arrow keys, Home, End and Page Up and Down go from day to day. */
export function MonthGrid({ today, start = today, chosen, notes, onSpan, onPick }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState(start)
  const [byKey, setByKey] = useState(false)

  useEffect(() => {
    if (byKey) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at, byKey])

  const weeks = weeksOfMonth(at)
  const [first, last] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  useEffect(() => {
    if (first && last) onSpan?.(first, last)
  }, [first, last, onSpan])

  const turn = (month: Day) => {
    setByKey(false)
    setAt(month)
  }

  const move = (event: KeyboardEvent) => {
    const next = MOVES[event.key]?.(at)
    if (!next) return
    event.preventDefault()
    setByKey(true)
    setAt(next)
  }

  return (
    <div>
      <div className={classes.head}>
        <ActionIcon size={36} aria-label="Previous month" onClick={() => turn(previousMonth(at))}>
          <span className={classes.back}>
            <ChevronIcon />
          </span>
        </ActionIcon>
        <h3 className={classes.title} aria-live="polite">
          {formatMonth(at)}
        </h3>
        <ActionIcon size={36} aria-label="Next month" onClick={() => turn(nextMonth(at))}>
          <ChevronIcon />
        </ActionIcon>
      </div>
      <table ref={grid} className={classes.grid} aria-label={formatMonth(at)}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={classes.day}
                    data-day={day}
                    data-outside={!isSameMonth(day, at) || undefined}
                    data-today={day === today || undefined}
                    data-autofocus={day === today || undefined}
                    aria-label={day === today ? formatDayTitle(day, today) : formatDay(day)}
                    title={notes?.get(day)?.words}
                    data-unplanned={(notes && !notes.has(day)) || undefined}
                    aria-pressed={chosen.includes(day)}
                    // One stop for the Tab key; the arrow keys go on from there.
                    tabIndex={day === at ? 0 : -1}
                    onKeyDown={move}
                    onClick={() => onPick(day)}
                  >
                    <span className={classes.number}>{Number(day.slice(8))}</span>
                    {notes && <DayNoteMark note={notes.get(day)} />}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayNoteMark({ note }: { note: DayNote | undefined }) {
  return (
    <>
      <span className={classes.note}>{note?.short ?? '–'}</span>
      {note && <span className={classes.bar} style={{ scale: `${note.percent / 100} 1` }} />}
    </>
  )
}

const MOVES: Partial<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: previousMonth,
  PageDown: nextMonth,
}
