import type { PayoutDeal } from '#contract/payouts.ts'
import { formatCount, formatDay, MISSING } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { Amount } from './amount.tsx'
import { formatRate } from './amounts.ts'
import { countInvalid, describeHours, listStatuses } from './deal-words.ts'
import classes from './payout-tables.module.css'
import { RowButton } from './row-button.tsx'

const COLUMNS: readonly Column<PayoutDeal>[] = [
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
    render: ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId,
  },
  {
    id: 'terms',
    label: 'Terms',
    sortBy: ({ cpa }) => cpa,
    render: (deal) => (
      <span>
        <span className={classes.nowrap}>
          {deal.cpa === null ? 'no CPA' : <Amount dollars={deal.cpa} />} ·{' '}
          {deal.crg === null ? 'no CRG' : formatRate(deal.crg)}
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
  countColumn('outside', 'Off hours', ({ outsideWorkingHours }) => outsideWorkingHours),
  countColumn('capped', 'Capped', ({ capped }) => capped),
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
        <span className={classes.second}>
          {targetCrPercentage === null ? MISSING : `of ${formatRate(targetCrPercentage)}`}
        </span>
      </span>
    ),
  },
  amountColumn('cpa', 'CPA', ({ payout }) => payout.cpaComponent),
  amountColumn('top-up', 'Top-up', ({ payout }) => payout.crgComponent),
  amountColumn('extras', 'Extras', ({ payout }) => payout.extras),
  {
    id: 'total',
    label: 'Total',
    align: 'end',
    sortBy: ({ payout }) => payout.total,
    render: ({ payout }) => (
      <strong className={classes.strong}>
        <Amount dollars={payout.total} />
      </strong>
    ),
  },
]

const WITHOUT_SOURCE = COLUMNS.filter(({ id }) => id !== 'source')

interface DealTableProps {
  label: string
  deals: readonly PayoutDeal[]
  onDeal: (deal: PayoutDeal) => void
  /** All are of the same source, which is named above. */
  isOfOneSource?: boolean
}

/** Deals, a page at a time; each opens what its number is made of. */
export function DealTable({ label, deals, onDeal, isOfOneSource = false }: DealTableProps) {
  return (
    <DataTable
      label={label}
      columns={isOfOneSource ? WITHOUT_SOURCE : COLUMNS}
      rows={deals}
      keyOf={({ capId }) => capId}
      sortedBy={{ column: 'date', descending: false }}
      step={isOfOneSource ? 25 : 100}
      onPress={onDeal}
      isWide
    />
  )
}

function countColumn(id: string, label: string, countOf: (deal: PayoutDeal) => number): Column<PayoutDeal> {
  return { id, label, align: 'end', sortBy: countOf, render: (deal) => formatCount(countOf(deal)) }
}

function amountColumn(id: string, label: string, amountOf: (deal: PayoutDeal) => number): Column<PayoutDeal> {
  return { id, label, align: 'end', sortBy: amountOf, render: (deal) => <Amount dollars={amountOf(deal)} /> }
}
