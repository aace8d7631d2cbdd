import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { tidyWord } from '#domain/kernel/visible.ts'
import { filterByName, NamedOption, readSearch } from '#web/ui/named-option.tsx'
import { partnerNamesQuery } from '../api.ts'

interface PartnerFilterProps {
  kind: PartnerKind
  label: string
  /** What leads call the partner. */
  value: string
  onPick: (value: string) => void
}

/** Leads of one partner: found by name or id; who is not registered is typed. It narrows once it is picked or left. */
export function PartnerFilter({ kind, label, value, onPick }: PartnerFilterProps) {
  const { data = [] } = useQuery(partnerNamesQuery(kind))
  const names = useMemo(() => new Map(data), [data])
  const [typed, setTyped] = useState<string | null>(null)
  const pick = (text: string) => {
    const wanted = readSearch(tidyWord(text))
    // A whole name names its partner.
    const named = data.find(([, name]) => name.toLowerCase() === wanted)?.[0]
    const next = named ?? tidyWord(text)
    setTyped(null)
    if (next !== value) onPick(next)
  }
  return (
    <Autocomplete
      size="xs"
      aria-label={label}
      placeholder={label}
      data-chosen={value !== '' || undefined}
      value={typed ?? nameOf(names, value)}
      data={data.map(([key]) => key)}
      filter={filterByName(names)}
      limit={50}
      comboboxProps={{ shadow: 'md', width: 280, position: 'bottom-start', keepMounted: false }}
      renderOption={({ option }) => <NamedOption id={option.value} name={names.get(option.value) ?? ''} />}
      onChange={setTyped}
      onOptionSubmit={pick}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => typed !== null && pick(typed)}
      onKeyDown={(event) => event.key === 'Enter' && typed !== null && pick(typed)}
    />
  )
}

/** `Alster Insurance · B-1`, or what it is called by leads alone. */
function nameOf(names: ReadonlyMap<string, string>, key: string): string {
  const name = names.get(key)
  return name === undefined || name === key ? key : `${name} · ${key}`
}
