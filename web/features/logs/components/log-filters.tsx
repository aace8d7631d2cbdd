import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { LOG_AREAS, LOG_LEVELS } from '#domain/logs/entry.ts'
import { DayField, isDayOrNone } from '#web/ui/day-field.tsx'
import { FilterText } from '#web/ui/filter-text.tsx'
import filters from '#web/ui/filters.module.css'
import type { Period } from '../view.ts'
import classes from './log-filters.module.css'

/** The chosen filters; an empty text does not filter. */
export interface LogChoice {
  search: string
  area: string
  level: string
  time: string
  from: string
  to: string
}

const TIMES: readonly { value: Period | 'custom' | ''; label: string }[] = [
  { value: '', label: 'Time: all' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: 'custom', label: 'From … to …' },
]

interface LogFiltersProps {
  chosen: LogChoice
  isNarrowed: boolean
  zoneLabel: string
  onChange: (change: Partial<LogChoice>) => void
  onClear: () => void
}

export function LogFilters({ chosen, isNarrowed, zoneLabel, onChange, onClear }: LogFiltersProps) {
  const [clearings, setClearings] = useState(0)
  const areas =
    chosen.area === '' || LOG_AREAS.some((area) => area === chosen.area) ? LOG_AREAS : [chosen.area, ...LOG_AREAS]
  return (
    <search className={filters.root}>
      <FilterText
        key={clearings}
        className={classes.text}
        label="Search logs"
        placeholder="Search message and metadata"
        value={chosen.search}
        onType={(search) => onChange({ search })}
      />
      <NativeSelect
        size="xs"
        aria-label="Area"
        data-chosen={chosen.area !== '' || undefined}
        value={chosen.area}
        data={[{ value: '', label: 'Area: all' }, ...areas.map((area) => ({ value: area, label: area }))]}
        onChange={(event) => onChange({ area: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label="Level"
        data-chosen={chosen.level !== '' || undefined}
        value={chosen.level}
        data={[{ value: '', label: 'Level: all' }, ...LOG_LEVELS.map((level) => ({ value: level, label: level }))]}
        onChange={(event) => onChange({ level: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label="Time"
        data-chosen={chosen.time !== '' || undefined}
        value={chosen.time}
        data={[...TIMES]}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
      />
      {chosen.time === 'custom' && (
        <div className={classes.range}>
          <Moment label="From" zoneLabel={zoneLabel} value={chosen.from} onPick={(from) => onChange({ from })} />
          <span aria-hidden="true">–</span>
          <Moment label="To" zoneLabel={zoneLabel} value={chosen.to} onPick={(to) => onChange({ to })} />
        </div>
      )}
      <Button
        size="xs"
        variant="subtle"
        className={filters.clear}
        data-idle={!isNarrowed || undefined}
        onClick={() => {
          // A text that is typed and not looked for yet goes too.
          flushSync(() => setClearings((before) => before + 1))
          onClear()
        }}
      >
        Clear filters
      </Button>
    </search>
  )
}

interface MomentProps {
  label: string
  zoneLabel: string
  value: string
  onPick: (value: string) => void
}

function Moment({ label, zoneLabel, value, onPick }: MomentProps) {
  return (
    <DayField
      size="xs"
      withTime
      aria-label={`${label} (${zoneLabel})`}
      value={value}
      onChange={(text) => isDayOrNone(text.slice(0, 10)) && onPick(text)}
    />
  )
}
