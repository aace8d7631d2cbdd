import { TextInput } from '@mantine/core'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { SearchSelect } from '#web/ui/search-select.tsx'

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
    <SearchSelect
      size="xs"
      label="From"
      description="Of a message that names none"
      placeholder="Nobody in particular"
      clearable
      selectFirstOptionOnDropdownOpen
      data={(advertisers ?? []).map(({ advertiserId, name }) => ({ value: advertiserId, label: name }))}
      value={from === '' ? null : from}
      onChange={(value) => onChange(value ?? '')}
    />
  )
}
