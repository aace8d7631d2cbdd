import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { compareText } from '#domain/caps/aggregates.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { CapFilter } from '#domain/caps/filter.ts'
import { PACES, type Pace } from '#domain/caps/pace.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import { CAP_ORDERS, type CapOrder } from '#domain/caps/sort.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from '../../api.ts'
import classes from './cap-filters.module.css'
import { PACE_NAMES } from '../pace-badge.tsx'

/** Which caps the board shows, and in which order within a geo. */
export interface CapView extends CapFilter {
  sort?: CapOrder
}

/** What is undefined is taken off. */
export type CapViewChange = { [Key in keyof CapView]?: CapView[Key] | undefined }

const ORDER_NAMES: Readonly<Record<CapOrder, string>> = {
  planned: 'Planned',
  delivered: 'Delivered',
  remaining: 'To go',
  progress: 'Progress',
  pace: 'Pace',
  price: 'Price of a lead',
  broker: 'Broker',
  source: 'Source',
}

interface CapFiltersProps {
  kind: CapKind
  days: readonly Day[]
  view: CapView
  onChange: (change: CapViewChange) => void
}

export function CapFilters({ kind, days, view, onChange }: CapFiltersProps) {
  const field = useRef<HTMLInputElement>(null)
  // The address follows what is typed a moment later, and would move the caret.
  const [typed, setTyped] = useState(view.text ?? '')
  const caps = useQueries({ queries: days.map((day) => listedCapsQuery(kind, day)), combine: joinCaps })
  useSlashKey(() => field.current?.focus())

  const search = (text: string) => {
    setTyped(text)
    onChange({ text: text || undefined })
  }

  const clear = () => {
    setTyped('')
    onChange(NOTHING)
  }

  return (
    <search className={classes.root}>
      <TextInput
        ref={field}
        className={classes.text}
        size="xs"
        type="search"
        aria-label="Search caps"
        placeholder="Search caps  ( / )"
        value={typed}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Choice label="Geo" value={view.geo} names={namesOf(caps, geoOf)} onPick={(geo) => onChange({ geo })} />
      {kind === 'broker' && (
        <Choice
          label="Broker"
          value={view.broker}
          names={namesOf(caps, brokerOf)}
          onPick={(broker) => onChange({ broker })}
        />
      )}
      <Choice
        label="Source"
        value={view.source}
        names={namesOf(caps, sourceOf)}
        onPick={(source) => onChange({ source })}
      />
      <Choice
        label="Pace"
        value={view.pace}
        names={PACES.map((pace) => [pace, PACE_NAMES[pace]])}
        onPick={(value) => onChange({ pace: PACES.find((pace: Pace) => pace === value) })}
      />
      <NativeSelect
        size="xs"
        aria-label="Sort by"
        value={view.sort ?? 'planned'}
        data={CAP_ORDERS.filter((order) => kind === 'broker' || order !== 'broker').map((order) => ({
          value: order,
          label: `Sort: ${ORDER_NAMES[order]}`,
        }))}
        onChange={(event) => onChange({ sort: CAP_ORDERS.find((order) => order === event.currentTarget.value) })}
      />
      {isNarrowed(view) && (
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

const NOTHING = { text: undefined, geo: undefined, broker: undefined, source: undefined, pace: undefined }

export function isNarrowed({ text, geo, broker, source, pace }: CapView): boolean {
  return Boolean(text ?? geo ?? broker ?? source ?? pace)
}

interface ChoiceProps {
  label: string
  value: string | undefined
  /** Values with their names. */
  names: readonly [string, string][]
  onPick: (value: string | undefined) => void
}

function Choice({ label, value = '', names, onPick }: ChoiceProps) {
  // One that the address names stays to be seen, whether or not the board has it.
  const known = value === '' || names.some(([name]) => name === value) ? names : [...names, [value, value] as const]
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data-chosen={value !== '' || undefined}
      value={value}
      data={[{ value: '', label: `${label}: all` }, ...known.map(([name, shown]) => ({ value: name, label: shown }))]}
      onChange={(event) => onPick(event.currentTarget.value || undefined)}
    />
  )
}

function joinCaps(answers: readonly { data: ListedCap[] | undefined }[]): ListedCap[] {
  return answers.flatMap(({ data }) => data ?? [])
}

function namesOf(caps: readonly ListedCap[], nameOf: (cap: ListedCap) => [string, string] | null): [string, string][] {
  const named = caps.flatMap((cap) => {
    const name = nameOf(cap)
    return name ? [name] : []
  })
  return [...new Map(named)].toSorted((a, b) => compareText(a[1], b[1]))
}

const geoOf = ({ geo }: ListedCap): [string, string] => [geo, geo]
const sourceOf = ({ sourceNumber }: ListedCap): [string, string] => [sourceNumber, `#${sourceNumber}`]
const brokerOf = ({ advertiserId, advertiserName }: ListedCap): [string, string] | null =>
  advertiserId ? [advertiserId, advertiserName ?? advertiserId] : null

/** `/` goes to the search, unless somebody is typing or a dialog is open. */
function useSlashKey(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
