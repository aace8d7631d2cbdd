import { Button } from '@mantine/core'
import { payoutTexts } from '#contract/texts/payouts.ts'
import { parseDay } from '#domain/kernel/day.ts'
import { LONGEST_RANGE } from '#domain/payouts/range.ts'
import { checkDayRange, type DayRange } from '#domain/kernel/day-range.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Segments } from '#web/ui/segments.tsx'
import type { RangeMode } from '../api.ts'
import classes from './range-picker.module.css'
import field from '#web/ui/day-field.module.css'

const MODES: { value: RangeMode; label: string }[] = [
  { value: 'current_week', label: 'Current week' },
  { value: 'previous_week', label: 'Previous week' },
  { value: 'custom', label: 'Custom range' },
]

/** Days as typed, not checked yet. */
export interface RangeDraft {
  start: string
  end: string
}

type ReadRange = { ok: true; value: DayRange } | { ok: false; problem: string }

/** The days of a draft, or what is wrong with them. */
export function readDraft(draft: RangeDraft): ReadRange {
  const [start, end] = [parseDay(draft.start), parseDay(draft.end)]
  if (!start || !end) return { ok: false, problem: payoutTexts.range }
  const checked = checkDayRange({ start, end }, LONGEST_RANGE)
  if (checked.ok) return checked
  return { ok: false, problem: payoutTexts[checked.reason === 'range.reversed' ? 'reversed' : 'tooLong'] }
}

interface RangePickerProps {
  mode: RangeMode
  draft: RangeDraft
  onMode: (mode: RangeMode) => void
  onDraft: (draft: RangeDraft) => void
  onApply: (range: DayRange) => void
}

/** Chooses the days: a week, or own days, which count once they are applied. */
export function RangePicker({ mode, draft, onMode, onDraft, onApply }: RangePickerProps) {
  const read = readDraft(draft)
  return (
    <div className={classes.root}>
      <Segments aria-label="Days" className={classes.modes} data={MODES} value={mode} onChange={onMode} />
      {mode === 'custom' && (
        <Form className={classes.days} onSubmit={() => read.ok && onApply(read.value)}>
          {(['start', 'end'] as const).map((side) => (
            <DayField
              key={side}
              className={`${classes.day} ${field.half}`}
              // Without a line above it, which would move the whole bar.
              aria-label={side === 'start' ? 'Start date' : 'End date'}
              aria-describedby={read.ok ? undefined : 'range-problem'}
              value={draft[side]}
              onChange={(day) => onDraft({ ...draft, [side]: day })}
            />
          ))}
          <Button type="submit" variant="default" disabled={!read.ok}>
            Apply range
          </Button>
          {!read.ok && (
            <p id="range-problem" className={classes.problem} role="status">
              {read.problem}
            </p>
          )}
        </Form>
      )}
    </div>
  )
}
