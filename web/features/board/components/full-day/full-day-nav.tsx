import { Button } from '@mantine/core'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { DayField } from '#web/ui/day-field.tsx'
import classes from './full-day-nav.module.css'

interface FullDayNavProps {
  day: Day
  today: Day
  onGo: (day: Day) => void
}

/** Links to other days. */
export function FullDayNav({ day, today, onGo }: FullDayNavProps) {
  const choices = [
    { name: 'Today', to: today },
    { name: 'Tomorrow', to: addDays(today, 1) },
  ]
  return (
    <div className={classes.root} role="group" aria-label="Day">
      {choices.map(({ name, to }) => (
        <Button
          key={name}
          variant={day === to ? 'light' : 'default'}
          aria-pressed={day === to}
          onClick={() => onGo(to)}
        >
          {name}
        </Button>
      ))}
      <DayField
        aria-label="Go to a day"
        className={classes.date}
        value={day}
        onChange={(text) => {
          const named = parseDay(text)
          if (named) onGo(named)
        }}
      />
    </div>
  )
}
