import { TextInput, type TextInputProps } from '@mantine/core'
import { use, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { addDays, parseDay, type Day } from '#domain/kernel/day.ts'
import { formatDayName } from '#domain/sentences/written.ts'
import { TodayContext } from '#web/lib/clock.ts'
import { readDayWords } from '#web/lib/day-words.ts'
import { placeBelow } from './action-menu.tsx'
import classes from './day-field.module.css'
import { IconButton } from './icon-button.tsx'
import { CalendarIcon } from './icons.tsx'
import { MonthGrid } from './month-grid.tsx'
import { useIsDialogOnTop } from './use-dialog.ts'
import { useTyped } from './use-typed.ts'

interface DayFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** A day, `2026-11-24`, or with a time, `2026-11-24T14:30`; else the typed text. */
  value: string
  /**
   * Called with the typed or picked day; with an empty text if it was cleared, and with the typed text if it is not a
   * day.
   */
  onChange: (value: string) => void
  withTime?: boolean
}

const NO_DAY = 'Type a day, such as 24 Nov, tomorrow or +3.'
const NO_MOMENT = 'Type a day and a time, such as 24 Nov 14:30.'
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A day field. It accepts `24 nov`, `tomorrow`, `fri`, `+3`, `2026-11-24`, or a day of the calendar. It shows the typed
 * text until it is left. A whole date is reported at once, anything else with Enter or when the field is left.
 */
export function DayField({ value, onChange, withTime = false, error, label, className, ...rest }: DayFieldProps) {
  const today = use(TodayContext)
  const { shown, isTyped, type, tell, leave } = useTyped(value)
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const read = (text: string) => readMoment(text, today, withTime)

  const take = (text: string) => {
    tell(text)
    if (text !== value) onChange(text)
  }
  /** The typed text is replaced by its day; a text without a day stays. */
  const finish = () => {
    if (!isTyped) return
    const text = shown.trim()
    const moment = text === '' ? '' : read(text)
    setWrong(moment === null)
    take(moment ?? text)
    if (moment !== null) leave()
  }
  const change = (text: string) => {
    type(text)
    setWrong(false)
    if (isWhole(text, withTime)) take(read(text) ?? text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The form that Enter sends has the day by then.
    if (event.key === 'Enter') flushSync(finish)
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      return setOpen(false)
    }
    const step = STEPS[event.key]
    if (step === undefined || rest.readOnly || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) return setOpen(true)
    const moment = read(shown)
    const day = moment === null ? null : parseDay(moment.slice(0, DATE_LENGTH))
    if (!moment || !day) return
    leave()
    setWrong(false)
    onChange(addDays(day, step) + moment.slice(DATE_LENGTH))
  }
  const day = parseDay(value.slice(0, DATE_LENGTH))
  const hint = isTyped && !isWhole(shown, withTime) ? read(shown) : null

  return (
    <div className={[classes.root, className].filter(Boolean).join(' ')}>
      <TextInput
        {...rest}
        ref={field}
        label={label}
        autoComplete="off"
        spellCheck={false}
        value={isTyped ? shown : writeMoment(value)}
        error={isWrong && isTyped ? (error ?? (withTime ? NO_MOMENT : NO_DAY)) : error}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={finish}
        rightSection={
          <IconButton
            aria-label="Pick a day"
            title="Calendar (Alt ↓)"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={rest.disabled || rest.readOnly}
            tabIndex={-1}
            onClick={() => setOpen(!isOpen)}
          >
            <CalendarIcon size={14} />
          </IconButton>
        }
      />
      {hint && (
        <span className={classes.hint} role="status">
          {writeMoment(hint)}
        </span>
      )}
      {isOpen && (
        <Calendar
          today={today}
          chosen={day}
          field={field}
          onPick={(picked) => {
            leave()
            setWrong(false)
            setOpen(false)
            onChange(picked + (withTime ? (day && value.slice(DATE_LENGTH)) || 'T00:00' : ''))
            field.current?.focus()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface CalendarProps {
  today: Day
  chosen: Day | null
  field: RefObject<HTMLElement | null>
  onPick: (day: Day) => void
  onClose: () => void
}

/** A month below the field, over everything; Esc is its alone. */
function Calendar({ today, chosen, field, onPick, onClose }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null)
  useIsDialogOnTop()
  useLayoutEffect(() => {
    if (!box.current || !field.current) return
    box.current.showPopover()
    placeBelow(box.current, field.current.getBoundingClientRect(), { isAtStart: true })
    box.current.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  }, [field])
  useEffect(() => {
    const close = ({ target }: Event) => {
      const parts = [box.current, field.current?.parentElement]
      if (target instanceof Node && !parts.some((part) => part?.contains(target))) onClose()
    }
    window.addEventListener('pointerdown', close, true)
    window.addEventListener('focusin', close, true)
    window.addEventListener('resize', onClose)
    return () => {
      window.removeEventListener('pointerdown', close, true)
      window.removeEventListener('focusin', close, true)
      window.removeEventListener('resize', onClose)
    }
  }, [field, onClose])
  const hear = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
    field.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc, wherever the focus is within
    <div ref={box} popover="manual" role="dialog" aria-label="Calendar" className={classes.calendar} onKeyDown={hear}>
      <MonthGrid today={today} start={chosen ?? today} chosen={chosen ? [chosen] : []} onPick={onPick} />
    </div>
  )
}

/** For values stored elsewhere, which a text without a day leaves unchanged. */
export function isDayOrNone(text: string): boolean {
  return text === '' || parseDay(text) !== null
}

const DATE_LENGTH = '2026-11-24'.length
const WITH_TIME = /^(.*?)[\sT,]+((?:[01]?\d|2[0-3]):[0-5]\d)$/

/** `2026-11-24`, or `2026-11-24T14:30` with a time; null if it is neither. */
function readMoment(typed: string, today: Day, withTime: boolean): string | null {
  const text = typed.trim()
  const [, date = text, time = '00:00'] = (withTime && WITH_TIME.exec(text)) || []
  const [day] = readDayWords(date, today)
  if (day === undefined) return null
  return withTime ? `${day}T${time.padStart(5, '0')}` : day
}

/** On the way to a whole date a text may be another one: 2 of 24. */
function isWhole(text: string, withTime: boolean): boolean {
  return text === '' || (withTime ? /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/ : /^\d{4}-\d{2}-\d{2}$/).test(text)
}

/** `Tue 24 Nov 2026`, with its time */
function writeMoment(value: string): string {
  const day = parseDay(value.slice(0, DATE_LENGTH))
  return day ? [formatDayName(day), value.slice(DATE_LENGTH + 1)].filter(Boolean).join(', ') : value
}
