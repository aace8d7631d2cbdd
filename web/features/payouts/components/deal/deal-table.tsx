import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PayoutDealRow } from '#contract/payouts.ts'
import { centsFromDollars } from '#domain/kernel/cents.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { DEAL_ORDERS } from '#domain/payouts/orders.ts'
import { formatCount, formatPrice, MISSING } from '#domain/sentences/written.ts'
import { formatDay } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { dealsQuery } from '../../api.ts'
import { Amount, MarginAmount, formatRate } from '../amount.tsx'
import { countInvalid, describeHours, listStatuses } from './deal-words.ts'
import { PagedTable } from '../paged-table.tsx'
import classes from '../payout-tables.module.css'
import { RowButton } from '../row-button.tsx'

const COLUMNS: readonly Column<PayoutDealRow>[] = [
  {
    id: 'date',
    label: 'Date',
    isHead: true,
    sortBy: ({ date }) => date,
    render: ({ date, geo, sourceNumber }) => (
      <RowButton>
        <span className={classes.nowrap}>{formatDay(date)}</span>
        <span className="visually-hidden">
          , {geo} #{sourceNumber}: why this number
        </span>
      </RowButton>
    ),
  },
  { id: 'geo', label: 'Geo', sortBy: ({ geo }) => geo, render: ({ geo }) => <GeoLabel geo={geo} /> },
  {
    id: 'source',
    label: 'Source',
    sortBy: ({ sourceNumber }) => sourceNumber,
    render: ({ sourceNumber }) => `#${sourceNumber}`,
  },
  {
    id: 'broker',
    label: 'Broker',
    sortBy: ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId,
    render: ({ advertiserName, advertiserId }) => (
      <span className={classes.name}>{advertiserName ?? advertiserId}</span>
    ),
  },
  {
    id: 'terms',
    label: 'Terms',
    sortBy: ({ cpa }) => cpa,
    render: (deal) => (
      <span>
        <span className={classes.nowrap}>
          {deal.cpa === null ? 'no CPA' : formatPrice(centsFromDollars(deal.cpa))} ·{' '}
          {deal.crg === null ? 'no CRG' : `${deal.crg}%`}
        </span>
        <span className={classes.second}>{describeHours(deal)}</span>
      </span>
    ),
  },
  countColumn('cap', 'Cap', ({ cap }) => cap),
  countColumn('valid', 'Valid', ({ validLeads }) => validLeads),
  {
    id: 'invalid',
    label: 'Invalid',
    align: 'end',
    sortBy: countInvalid,
    render: (deal) => <span title={listStatuses(deal) || undefined}>{formatCount(countInvalid(deal))}</span>,
  },
  countColumn('outside', 'Outside hours', ({ outsideWorkingHours }) => outsideWorkingHours),
  countColumn('paused', 'While paused', ({ paused }) => paused),
  countColumn('capped', 'Over cap', ({ capped }) => capped),
  {
    id: 'deposits',
    label: 'Deposits',
    align: 'end',
    sortBy: ({ deposits }) => deposits.total,
    render: ({ deposits }) => (
      <span>
        {formatCount(deposits.total)}
        {deposits.extras > 0 && <span className={classes.second}>{formatCount(deposits.extras)} extra</span>}
      </span>
    ),
  },
  {
    id: 'rate',
    label: 'CR',
    align: 'end',
    sortBy: ({ conversionStats }) => conversionStats.actualCrPercentage,
    render: ({ conversionStats: { actualCrPercentage, targetCrPercentage } }) => (
      <span>
        {formatRate(actualCrPercentage)}
        {/* A term, to the last digit; what was measured is rounded. */}
        <span className={classes.second}>{targetCrPercentage === null ? MISSING : `of ${targetCrPercentage}%`}</span>
      </span>
    ),
  },
  amountColumn('cpa', 'CPA', ({ payout }) => payout.cpaComponent),
  amountColumn('top-up', 'CRG top-up', ({ payout }) => payout.crgComponent),
  amountColumn('extras', 'Extras', ({ payout }) => payout.extras),
  {
    id: 'total',
    label: 'Total',
    align: 'end',
    sortBy: ({ payout }) => payout.total,
    isPinned: true,
    render: ({ payout }) => (
      <strong className={classes.strong}>
        <Amount dollars={payout.total} />
      </strong>
    ),
  },
]

const MARGIN: Column<PayoutDealRow> = {
  id: 'margin',
  label: 'Margin',
  align: 'end',
  sortBy: ({ margin }) => margin?.margin ?? null,
  render: ({ margin }) => <MarginAmount margin={margin} />,
}

interface DealTableProps {
  label: string
  reportId: string
  /** The affiliate of the deals; null: all. */
  affiliateId: string | null
  /** True if affiliate caps of the report have prices. */
  hasMargin: boolean
  onDeal: (deal: PayoutDealRow) => void
}

/** Deals, a page at a time; each opens the parts of its number. */
export function DealTable({ label, reportId, affiliateId, hasMargin, onDeal }: DealTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'date', descending: false })
  const sort = DEAL_ORDERS.find((order) => order === sorting.column) ?? 'date'
  const query = useInfiniteQuery(dealsQuery({ reportId, affiliateId, sort, descending: sorting.descending }))
  const columns = useMemo(
    () => [...COLUMNS, ...(hasMargin ? [MARGIN] : [])].filter(({ id }) => affiliateId === null || id !== 'source'),
    [hasMargin, affiliateId],
  )
  return (
    <PagedTable
      label={label}
      columns={columns}
      rows={query.data?.pages.flatMap(({ deals }) => deals)}
      total={query.data?.pages.at(-1)?.total ?? 0}
      keyOf={({ capId }) => capId}
      sortedBy={sorting}
      onSort={setSorting}
      onPress={onDeal}
      none={payoutTexts.noDeals}
      query={query}
    />
  )
}

function countColumn(id: string, label: string, countOf: (deal: PayoutDealRow) => number): Column<PayoutDealRow> {
  return { id, label, align: 'end', sortBy: countOf, render: (deal) => formatCount(countOf(deal)) }
}

function amountColumn(id: string, label: string, amountOf: (deal: PayoutDealRow) => number): Column<PayoutDealRow> {
  return { id, label, align: 'end', sortBy: amountOf, render: (deal) => <Amount dollars={amountOf(deal)} /> }
}
