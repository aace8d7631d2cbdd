import { Button, TextInput } from '@mantine/core'
import { addDays, FIRST_YEAR, LAST_YEAR, parseDay, type Day } from '#domain/kernel/day.ts'
import { useTyped } from '#web/ui/use-typed.ts'
import classes from './full-day-nav.module.css'

interface FullDayNavProps {
  day: Day
  today: Day
  /** `replace` where the step is one of several to the same day, so that Back goes over all of them. */
  onGo: (day: Day, options: { replace: boolean }) => void
}

/** The ways to another day. */
export function FullDayNav({ day, today, onGo }: FullDayNavProps) {
  // What is typed may be no day yet (year 0202); it must not be taken back while somebody types.
  const typed = useTyped(day)
  const type = (text: string) => {
    typed.type(text)
    const named = parseDay(text)
    if (!named) return
    typed.tell(named)
    onGo(named, { replace: typed.isTyped })
  }
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
          onClick={() => onGo(to, { replace: false })}
        >
          {name}
        </Button>
      ))}
      <TextInput
        type="date"
        aria-label="Go to a day"
        className={classes.date}
        min={`${FIRST_YEAR}-01-01`}
        max={`${LAST_YEAR}-12-31`}
        value={typed.shown}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={typed.leave}
      />
    </div>
  )
}
