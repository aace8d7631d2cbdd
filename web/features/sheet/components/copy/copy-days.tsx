import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { suggestSourceDays } from '#domain/caps/copy.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { formatDayFrom, formatDayTitle, nameDay } from '#web/lib/format.ts'
import { CapMonth } from '#web/features/caps/components/cap-month.tsx'
import classes from './copy-days.module.css'

/** Which of the two days is being looked for in the calendar. */
export type PickedEnd = 'source' | 'target'

interface CopyDaysProps {
  kind: CapKind
  today: Day
  source: Day
  target: Day
  picking: PickedEnd | null
  onPicking: (end: PickedEnd | null) => void
  onSource: (day: Day) => void
  onTarget: (day: Day) => void
}

/** From which day into which; any of both is a calendar away. */
export function CopyDays({ kind, today, source, target, picking, onPicking, onSource, onTarget }: CopyDaysProps) {
  const suggested = suggestSourceDays(target, today)
  const sources = suggested.includes(source) ? suggested : [...suggested, source]
  const toggle = (end: PickedEnd) => onPicking(picking === end ? null : end)
  const pick = (day: Day) => {
    onPicking(null)
    if (picking === 'target') onTarget(day)
    else onSource(day)
  }
  return (
    <div className={classes.root}>
      <div className={classes.end} role="group" aria-label="Copy from">
        <span className={classes.label}>From</span>
        {sources.map((day) => (
          <Button
            key={day}
            size="xs"
            variant={day === source ? 'light' : 'default'}
            aria-pressed={day === source}
            onClick={() => onSource(day)}
          >
            {nameSource(day, target, today)}
          </Button>
        ))}
        <Button size="xs" variant="default" aria-expanded={picking === 'source'} onClick={() => toggle('source')}>
          Another day…
        </Button>
      </div>
      <div className={classes.end} role="group" aria-label="Copy into">
        <span className={classes.label}>Into</span>
        <Button
          size="xs"
          variant="light"
          aria-label={`Copy into ${formatDayTitle(target, today)}. Change the day`}
          aria-expanded={picking === 'target'}
          onClick={() => toggle('target')}
        >
          {formatDayTitle(target, today)} ▾
        </Button>
      </div>
      {picking && (
        <Calendar key={picking}>
          <CapMonth kind={kind} today={today} chosen={[picking === 'source' ? source : target]} onPick={pick} />
        </Calendar>
      )}
    </div>
  )
}

/** Takes the focus when it opens, and gives it back. */
function Calendar({ children }: { children: ReactNode }) {
  const calendar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    calendar.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <div ref={calendar} className={classes.calendar}>
      {children}
    </div>
  )
}

function nameSource(day: Day, target: Day, today: Day): string {
  const name = nameDay(day, today) ?? relate(day, target, today)
  const date = formatDayFrom(today, day)
  return name ? `${name} · ${date}` : date
}

function relate(day: Day, target: Day, today: Day): string | null {
  if (day === addDays(today, -1)) return 'Yesterday'
  if (day === addDays(target, -7)) return 'Same weekday last week'
  return day === addDays(target, -1) ? 'The day before' : null
}
