import { Select, TextInput } from '@mantine/core'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { CapKind } from '#domain/caps/cap.ts'

interface PasteFromProps {
  kind: CapKind
  advertisers: readonly Advertiser[] | undefined
  from: string
  onChange: (from: string) => void
}

/** Who wrote the message: what it does not name is looked up among the caps of that one. */
export function PasteFrom({ kind, advertisers, from, onChange }: PasteFromProps) {
  if (kind === 'affiliate') {
    return (
      <TextInput
        size="xs"
        label="From source"
        description="Of a message that names none"
        value={from}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <Select
      size="xs"
      label="From"
      description="Of a message that names none"
      placeholder="Nobody in particular"
      searchable
      clearable
      // Enter takes what a part of a name has found.
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      data={(advertisers ?? []).map(({ advertiserId, name }) => ({ value: advertiserId, label: name }))}
      value={from === '' ? null : from}
      onChange={(value) => onChange(value ?? '')}
    />
  )
}
