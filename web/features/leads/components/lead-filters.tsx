import { Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SeenStatus } from '#contract/leads.ts'
import { leadTexts } from '#contract/texts/leads.ts'
import { SHORTEST_SEARCH, type FateFilter, type LeadFilter } from '#domain/leads/search.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { DayField, isDayOrNone } from '#web/ui/day-field.tsx'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { FilterText } from '#web/ui/filter-text.tsx'
import filters from '#web/ui/filters.module.css'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { connectorsQuery, statusesQuery } from '../api.ts'
import classes from './lead-filters.module.css'

// Lists that are searched are a third of what this screen asks for, and nobody reads them first.
const PartnerFilter = lazy(async () => ({ default: (await import('./partner-filter.tsx')).PartnerFilter }))

interface LeadFiltersProps {
  chosen: LeadFilter
  zoneLabel: string
  /** An empty text does not filter. */
  onChange: (change: Record<string, unknown>) => void
  onClear: () => void
}

/** The names that the lead quality table uses. */
const FATES: readonly { value: FateFilter; label: string }[] = [
  { value: 'planned', label: 'With a broker cap' },
  { value: 'unplanned', label: 'Without a broker cap' },
  { value: 'valid', label: 'Valid' },
  { value: 'invalid', label: 'Invalid' },
  { value: 'outsideWorkingHours', label: 'Outside hours' },
  { value: 'paused', label: 'While paused' },
  { value: 'capped', label: 'Over cap' },
]

export function LeadFilters({ chosen, zoneLabel, onChange, onClear }: LeadFiltersProps) {
  const [statusAnswer, connectorAnswer] = [useQuery(statusesQuery), useQuery(connectorsQuery)]
  const [statuses, connectors] = [statusAnswer.data ?? [], connectorAnswer.data ?? []]
  const [clearings, setClearings] = useState(0)
  const failed = [statusAnswer, connectorAnswer].filter(({ data, error }) => error && !data)
  return (
    <search className={`${filters.root} ${classes.root}`}>
      <FilterText
        key={`text ${clearings}`}
        className={classes.text}
        label="E-mail, lead or click ID"
        value={chosen.search ?? ''}
        hint={`At least ${SHORTEST_SEARCH} characters`}
        shortest={SHORTEST_SEARCH}
        onType={(search) => onChange({ search })}
      />
      <FilterText key={`geo ${clearings}`} label="Geo" value={chosen.geo ?? ''} onType={(geo) => onChange({ geo })} />
      <Suspense fallback={<Skeleton className={classes.partner} height={30} />}>
        <PartnerFilter
          className={classes.partner}
          kind="publisher"
          label="Source"
          value={chosen.sourceNumber ?? ''}
          onPick={(sourceNumber) => onChange({ sourceNumber })}
        />
      </Suspense>
      <Suspense fallback={<Skeleton className={classes.partner} height={30} />}>
        <PartnerFilter
          className={classes.partner}
          kind="advertiser"
          label="Broker"
          value={chosen.advertiserId ?? ''}
          onPick={(advertiserId) => onChange({ advertiserId })}
        />
      </Suspense>
      <Choice
        label="Status"
        value={chosen.status ?? ''}
        options={listStatusOptions(statuses)}
        onPick={(status) => onChange({ status })}
      />
      <Choice
        className={classes.fate}
        label="Counted as"
        value={chosen.fate ?? ''}
        options={FATES}
        onPick={(fate) => onChange({ fate })}
      />
      {(connectors.length > 1 || chosen.connector !== undefined) && (
        <Choice
          label="System"
          value={chosen.connector ?? ''}
          options={connectors.map(toOption)}
          onPick={(connector) => onChange({ connector })}
        />
      )}
      <div className={classes.range}>
        <span aria-hidden="true">Created</span>
        <DayField
          size="xs"
          aria-label={`From day (${zoneLabel})`}
          value={chosen.from ?? ''}
          onChange={(from) => isDayOrNone(from) && onChange({ from })}
        />
        <span aria-hidden="true">–</span>
        <DayField
          size="xs"
          aria-label={`To day (${zoneLabel})`}
          value={chosen.to ?? ''}
          onChange={(to) => isDayOrNone(to) && onChange({ to })}
        />
      </div>
      <Checkbox
        size="xs"
        label="Without any cap"
        checked={chosen.unplanned ?? false}
        onChange={(event) => onChange({ unplanned: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label="With deposit"
        checked={chosen.deposited ?? false}
        onChange={(event) => onChange({ deposited: event.currentTarget.checked })}
      />
      {(chosen.paidFrom ?? chosen.paidTo) !== undefined && (
        <FilterChip
          name={describePaid(chosen)}
          onTakeOff={() => onChange({ paidFrom: undefined, paidTo: undefined })}
        />
      )}
      <Button
        size="xs"
        variant="subtle"
        className={`${filters.clear} ${classes.clear}`}
        data-idle={Object.values(chosen).every((value) => value === undefined) || undefined}
        onClick={() => {
          // A text that is typed and not looked for yet goes too.
          flushSync(() => setClearings((before) => before + 1))
          onClear()
        }}
      >
        Clear filters
      </Button>
      {failed[0] && (
        <div className={classes.problem}>
          <ProblemBox
            message={`${leadTexts.choicesNotLoaded} ${messageOf(failed[0].error)}`}
            onRetry={() => failed.forEach((answer) => void answer.refetch())}
          />
        </div>
      )}
    </search>
  )
}

/** `With a deposit on 2026-11-21`, which analytics links to. */
function describePaid({ paidFrom, paidTo }: LeadFilter): string {
  if (paidFrom === paidTo) return `With a deposit on ${paidFrom}`
  return `With a deposit from ${paidFrom ?? 'the first day'} to ${paidTo ?? 'today'}`
}

/** More options would take seconds to draw, if the field of the status is mapped wrong. */
const MOST_STATUSES = 500

/** Those with most leads. No status is a blank. */
function listStatusOptions(statuses: readonly SeenStatus[]): Option[] {
  const seen = statuses.filter(({ leads }) => leads > 0)
  const options = seen.slice(0, MOST_STATUSES).map(({ name }) => toOption(name))
  const rest = seen.length - options.length
  return rest > 0
    ? [...options, { value: ' ', label: `${formatCount(rest)} with fewer leads`, disabled: true }]
    : options
}

interface Option {
  value: string
  label: string
  disabled?: true
}

function toOption(name: string): Option {
  return { value: name, label: name }
}

interface ChoiceProps {
  className?: string | undefined
  label: string
  value: string
  options: readonly Option[]
  onPick: (value: string) => void
}

function Choice({ className, label, value, options, onPick }: ChoiceProps) {
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <NativeSelect
      className={className}
      size="xs"
      aria-label={label}
      data-chosen={value !== '' || undefined}
      value={value}
      data={[{ value: '', label: `${label}: all` }, ...(isListed ? [] : [toOption(value)]), ...options]}
      onChange={(event) => onPick(event.currentTarget.value)}
    />
  )
}
