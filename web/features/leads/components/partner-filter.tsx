import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { tidyWord } from '#domain/kernel/visible.ts'
import { findByPart, NamedOption, readNamed, readSearch } from '#web/ui/named-option.tsx'
import { partnerNamesQuery } from '../api.ts'

interface PartnerFilterProps {
  className?: string | undefined
  kind: PartnerKind
  label: string
  /** The partner's key in leads. */
  value: string
  onPick: (value: string) => void
}

/**
 * Filters leads by one partner: found by name or ID, or typed if it is not registered. It takes effect when one is
 * picked, and with Enter or when the field is left, where a part of one name alone is enough.
 */
export function PartnerFilter({ className, kind, label, value, onPick }: PartnerFilterProps) {
  const { data = [] } = useQuery(partnerNamesQuery(kind))
  const partners = useMemo(() => new Map(data.map(([key, name]) => [sayPartner(key, name), { key, name }])), [data])
  const names = useMemo(() => new Map(data), [data])
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const shown = sayPartner(value, names.get(value))
  const pick = (text: string) => {
    const word = tidyWord(text)
    const next = partners.get(text)?.key ?? findByPart(word, names) ?? readNamed(word, names).replace(/^#/, '')
    setTyped(null)
    if (text !== shown && next !== value) onPick(next)
  }
  return (
    <Autocomplete
      className={className}
      size="xs"
      aria-label={label}
      placeholder={label}
      data-chosen={value !== '' || undefined}
      value={typed ?? shown}
      data={[...partners.keys()]}
      // With one picked, the list still offers all others.
      filter={({ options, search, limit }) =>
        options
          .filter((option) => !('group' in option) && fits(option.value, search === shown ? '' : search))
          .slice(0, limit)
      }
      limit={50}
      comboboxProps={{ shadow: 'md', width: 280, position: 'bottom-start', keepMounted: false }}
      renderOption={({ option }) => {
        const { key, name } = partners.get(option.value) ?? { key: '', name: option.value }
        return <NamedOption id={key} name={name} />
      }}
      onChange={setTyped}
      onOptionSubmit={pick}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => typed !== null && pick(typed)}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || typed === null) return
        pick(typed)
        setOpen(false)
      }}
    />
  )
}

function fits(option: string, search: string): boolean {
  return option.toLowerCase().includes(readSearch(search))
}

/** `Alster Insurance · B-1`, or the key alone. */
function sayPartner(key: string, name: string | undefined): string {
  return name === undefined || name === key ? key : `${name} · ${key}`
}
