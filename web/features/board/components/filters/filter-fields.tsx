import { Select } from '@mantine/core'
import type { CapKind } from '#domain/caps/cap.ts'
import type { CapView, CapViewChange } from './cap-view.ts'
import { asOffered, type Choice, type FilterChoices } from './filter-choices.ts'
import classes from './cap-filters.module.css'

interface FilterFieldsProps {
  kind: CapKind
  view: CapView
  choices: FilterChoices
  onChange: (change: CapViewChange) => void
}

/** What has many choices, each found by typing a part of it. */
export function FilterFields({ kind, view, choices, onChange }: FilterFieldsProps) {
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
    </>
  )
}

interface ChoiceFieldProps {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onPick: (value: string | undefined) => void
}

function ChoiceField({ label, value, choices, onPick }: ChoiceFieldProps) {
  // One that the address names stays to be seen, whether or not the board has it.
  const known = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <Select
      size="xs"
      className={classes.choice}
      data-chosen={value !== undefined || undefined}
      aria-label={label}
      placeholder={`${label}: all`}
      searchable
      clearable
      selectFirstOptionOnChange
      // Else the list forgets, a moment after it opened, what typing has marked, and Enter takes nothing.
      selectFirstOptionOnDropdownOpen
      limit={100}
      maxDropdownHeight={280}
      nothingFoundMessage="Nothing on the board is called that"
      comboboxProps={{ shadow: 'md', width: 'max-content', position: 'bottom-start', withinPortal: false }}
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}`, 'aria-hidden': false, tabIndex: 0 }}
      data={known ? choices : [...choices, { value: value ?? '', label: value ?? '' }]}
      value={value ?? null}
      onChange={(picked) => onPick(picked ?? undefined)}
    />
  )
}
