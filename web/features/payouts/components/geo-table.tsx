import { payoutTexts } from '#contract/texts/payouts.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import type { Affiliate } from '../api.ts'
import { Amount, MarginAmount } from './amount.tsx'
import { listTopStatuses } from './deal/deal-words.ts'
import classes from './payout-tables.module.css'

type GeoRow = Affiliate['geoBreakdown'][number]

const COLUMNS: readonly Column<GeoRow>[] = [
  {
    id: 'geo',
    label: 'Geo',
    isHead: true,
    sortBy: ({ geo }) => geo,
    render: ({ geo }) => <GeoLabel geo={geo || payoutTexts.unknown.geo} />,
  },
  countColumn('deals', 'Deals', ({ deals }) => deals),
  countColumn('valid', 'Valid leads', ({ validLeads }) => validLeads),
  countColumn('invalid', 'Invalid', ({ invalidStatuses }) => invalidStatuses),
  {
    id: 'top',
    label: 'Top invalid statuses',
    sortBy: ({ invalidBreakdown }) => listTopStatuses(invalidBreakdown),
    render: ({ invalidBreakdown }) => <span className={classes.dim}>{listTopStatuses(invalidBreakdown) || '–'}</span>,
  },
  countColumn('outside', 'Outside hours', ({ outsideWorkingHours }) => outsideWorkingHours),
  countColumn('paused', 'While paused', ({ paused }) => paused),
  countColumn('capped', 'Over cap', ({ capped }) => capped),
  countColumn('deposits', 'Deposits', ({ deposits }) => deposits),
  {
    id: 'payout',
    label: 'Payout',
    align: 'end',
    sortBy: ({ payout }) => payout,
    render: ({ payout }) => <Amount dollars={payout} />,
  },
]

const MARGIN: Column<GeoRow> = {
  id: 'margin',
  label: 'Margin',
  align: 'end',
  sortBy: ({ margin }) => margin?.margin ?? null,
  render: ({ margin }) => <MarginAmount margin={margin} />,
}
const WITH_MARGIN = [...COLUMNS, MARGIN]

interface GeoTableProps {
  label: string
  geos: readonly GeoRow[]
  hasMargin: boolean
}

export function GeoTable({ label, geos, hasMargin }: GeoTableProps) {
  return (
    <DataTable
      label={label}
      columns={hasMargin ? WITH_MARGIN : COLUMNS}
      rows={geos}
      keyOf={({ geo }) => geo}
      sortedBy={{ column: 'payout', descending: true }}
      isWide
    />
  )
}

function countColumn(id: string, label: string, countOf: (row: GeoRow) => number): Column<GeoRow> {
  return { id, label, align: 'end', sortBy: countOf, render: (row) => formatCount(countOf(row)) }
}
