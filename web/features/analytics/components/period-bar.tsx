import { COMPARISONS, COUNTINGS } from '#domain/analytics/choices.ts'
import { NativeSelect } from '@mantine/core'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { WallTime } from '#domain/kernel/zone.ts'
import { countOf, formatDayRange } from '#domain/sentences/written.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { comparedOf, type AnalyticsView, type ChangeView } from '../view.ts'
import { PresetBar } from './preset-bar.tsx'
import classes from './period-bar.module.css'
import field from '#web/ui/day-field.module.css'

const MODES: { value: AnalyticsView['mode']; label: string }[] = [
  { value: 'daily', label: 'Daily View' },
  { value: 'range', label: 'Date Range' },
]

const COUNTING_NAMES = [
  { value: 'deposit', label: 'On their own day' },
  { value: 'lead', label: 'On their lead’s day' },
]

interface PeriodBarProps {
  view: AnalyticsView
  now: WallTime
  /** Of these days; 0 while nobody knows. */
  unknownDeposits: number
  onChange: ChangeView
}

/** Which days are looked at, how deposits count on them, and with what they are compared. */
export function PeriodBar({ view, now, unknownDeposits, onChange }: PeriodBarProps) {
  const { tab, preset, mode, start, end, countBy, comparison } = view
  const compared = tab === 'overview' ? comparedOf(view, now) : null
  const isRunning = start <= now.day && now.day <= end
  return (
    <div className={classes.root} data-mode={mode}>
      <div className={classes.presets}>
        <PresetBar preset={preset} onPick={(picked) => onChange({ preset: picked })} />
      </div>
      <Segments
        aria-label="One day or several"
        className={classes.modes}
        data={MODES}
        value={mode}
        onChange={(chosen) => onChange({ mode: chosen })}
      />
      {mode === 'daily' ? (
        <PeriodDay key="day" label="Date" value={start} onPick={(day) => onChange({ mode, start: day })} />
      ) : (
        <>
          <PeriodDay
            key="start"
            label="Start Date"
            value={start}
            onPick={(day) => onChange({ mode, start: day, end })}
          />
          <PeriodDay key="end" label="End Date" value={end} onPick={(day) => onChange({ mode, start, end: day })} />
        </>
      )}
      {tab === 'overview' && (
        <NativeSelect
          label="Count deposits"
          data={COUNTING_NAMES}
          value={countBy}
          onChange={(event) => {
            const value = event.currentTarget.value
            onChange({ countBy: COUNTINGS.find((each) => each === value) ?? 'deposit' })
          }}
        />
      )}
      {tab === 'overview' && (
        <NativeSelect
          label="Compare with"
          data={[
            { value: '', label: 'Nothing' },
            { value: 'period', label: mode === 'daily' ? 'The day before' : 'The days before' },
            { value: 'week', label: mode === 'daily' ? 'The same day last week' : 'The same weekdays before' },
          ]}
          value={comparison ?? ''}
          onChange={(event) => {
            const value = event.currentTarget.value
            onChange({ comparison: COMPARISONS.find((each) => each === value) ?? null })
          }}
        />
      )}
      {compared && (
        <p className={classes.note}>
          Compared with {formatDayRange(compared)}
          {compared.until !== undefined &&
            (mode === 'daily'
              ? ` until ${compared.until}, as today`
              : `, the last day until ${compared.until}, as today`)}
          .{isRunning && compared.until === undefined && ' Today is not over yet.'}
        </p>
      )}
      {countBy === 'lead' && tab === 'overview' && (
        <p className={classes.note}>
          Each deposit counts on the day and under the geo, broker and source of its lead, whenever it came, so that the
          conversion of recent days still grows.{sayUnknown(unknownDeposits)}
        </p>
      )}
    </div>
  )
}

function sayUnknown(deposits: number): string {
  if (deposits === 0) return ''
  return ` ${countOf(deposits, 'deposit without a known lead is', 'deposits without a known lead are')} not counted here.`
}

interface PeriodDayProps {
  label: string
  value: Day
  onPick: (day: Day) => void
}

/** A day is always looked at: one that is taken away stays until there is another. */
function PeriodDay({ label, value, onPick }: PeriodDayProps) {
  return (
    <DayField
      className={`${classes.day} ${field.half}`}
      label={label}
      value={value}
      onChange={(text) => {
        const day = parseDay(text)
        if (day) onPick(day)
      }}
    />
  )
}
