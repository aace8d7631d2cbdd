import type { PayoutSummary } from '#contract/payouts.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { Amount } from './amount.tsx'

type Extra = PayoutSummary['extraDeposits'][number]

const COLUMNS: readonly Column<Extra>[] = [
  { id: 'date', label: 'Date', isHead: true, sortBy: ({ date }) => date, render: ({ date }) => formatDay(date) },
  { id: 'geo', label: 'Geo', sortBy: ({ geo }) => geo, render: ({ geo }) => geo && <GeoLabel geo={geo} /> },
  {
    id: 'source',
    label: 'Source',
    sortBy: ({ sourceNumber }) => sourceNumber,
    render: ({ sourceNumber }) => sourceNumber && `#${sourceNumber}`,
  },
  {
    id: 'broker',
    label: 'Broker',
    sortBy: ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId,
    render: ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId,
  },
  {
    id: 'deposits',
    label: 'Deposits',
    align: 'end',
    sortBy: ({ deposits }) => deposits,
    render: ({ deposits }) => formatCount(deposits),
  },
  {
    id: 'payout',
    label: 'Payout',
    align: 'end',
    sortBy: ({ payout }) => payout,
    render: ({ payout }) => <Amount dollars={payout} />,
  },
]

const WITHOUT_SOURCE = COLUMNS.filter(({ id }) => id !== 'source')

interface ExtraTableProps {
  label: string
  extras: readonly Extra[]
  /** All are of the same source, which is named above. */
  isOfOneSource?: boolean
}

/** Deposits that no deal pays for, by day and place. */
export function ExtraTable({ label, extras, isOfOneSource = false }: ExtraTableProps) {
  return (
    <DataTable
      label={label}
      columns={isOfOneSource ? WITHOUT_SOURCE : COLUMNS}
      rows={extras}
      keyOf={({ date, geo, sourceNumber, advertiserId }) => JSON.stringify([date, geo, sourceNumber, advertiserId])}
      sortedBy={{ column: 'date', descending: false }}
      step={isOfOneSource ? 25 : 100}
    />
  )
}
