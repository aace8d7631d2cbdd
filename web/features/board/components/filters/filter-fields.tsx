import { NativeSelect } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { memo } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { PACES } from '#domain/caps/pace.ts'
import { CAP_ORDERS, type CapOrder } from '#domain/caps/sort.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'
import { PACE_NAMES } from '#web/features/caps/components/pace-badge.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import type { CapViewChange } from './cap-view.ts'
import { asOffered, listChoices, type Choice } from './filter-choices.ts'
import classes from './cap-filters.module.css'

interface FilterFieldsProps {
  kind: CapKind
  /** The days whose caps offer what there is to choose. */
  days: readonly Day[]
  view: CapViewChange
  onChange: (change: CapViewChange) => void
}

/** The filters with many values, found by typing, and those with few. */
export const FilterFields = memo(function FilterFields({ kind, days, view, onChange }: FilterFieldsProps) {
  const choices = useQueries({ queries: days.map((day) => listedCapsQuery(kind, day)), combine: listChoices })
  return (
    <>
      <ChoiceField
        label="Geo"
        value={asOffered(view.geo, choices.geos)}
        choices={choices.geos}
        onPick={(geo) => onChange({ geo })}
      />
      {kind === 'broker' && (
        <ChoiceField
          label="Broker"
          value={view.broker}
          choices={choices.brokers}
          onPick={(broker) => onChange({ broker })}
        />
      )}
      <ChoiceField
        label="Source"
        value={view.source}
        choices={choices.sources}
        onPick={(source) => onChange({ source })}
      />
      <QuickFields kind={kind} view={view} onChange={onChange} />
    </>
  )
})

interface ChoiceFieldProps {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onPick: (value: string | undefined) => void
}

function ChoiceField({ label, value, choices, onPick }: ChoiceFieldProps) {
  // A value of the address stays in the list, even if the board has no such cap.
  const known = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <SearchSelect
      size="xs"
      className={classes.choice}
      data-chosen={value !== undefined || undefined}
      aria-label={label}
      placeholder={`${label}: all`}
      clearable
      // Otherwise the list loses the marked option a moment after it opens, and Enter selects nothing.
      selectFirstOptionOnDropdownOpen
      limit={100}
      maxDropdownHeight={280}
      nothingFoundMessage="Nothing on the board matches"
      comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start', withinPortal: false }}
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}`, 'aria-hidden': false, tabIndex: 0 }}
      data={known ? choices : [...choices, { value: value ?? '', label: value ?? '' }]}
      value={value ?? null}
      onChange={(picked) => onPick(picked ?? undefined)}
    />
  )
}

const ORDER_NAMES: Readonly<Record<CapOrder, string>> = {
  planned: 'planned',
  delivered: 'delivered',
  remaining: 'to go',
  progress: 'progress',
  pace: 'pace',
  price: 'price of a lead',
  broker: 'broker',
  source: 'source',
}

type QuickFieldsProps = Omit<FilterFieldsProps, 'days'>

/** The pace and the order, which have few values. */
function QuickFields({ kind, view: { pace, sort }, onChange }: QuickFieldsProps) {
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.choice}
        data-chosen={pace !== undefined || undefined}
        aria-label="Pace"
        value={pace ?? ''}
        data={[{ value: '', label: 'Pace: all' }, ...PACES.map((each) => ({ value: each, label: PACE_NAMES[each] }))]}
        onChange={(event) => onChange({ pace: PACES.find((each) => each === event.currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        className={classes.choice}
        aria-label="Sort by"
        value={sort ?? 'planned'}
        data={CAP_ORDERS.filter((order) => kind === 'broker' || order !== 'broker').map((order) => ({
          value: order,
          label: `Sort: ${ORDER_NAMES[order]}`,
        }))}
        onChange={(event) => onChange({ sort: CAP_ORDERS.find((order) => order === event.currentTarget.value) })}
      />
    </>
  )
}
