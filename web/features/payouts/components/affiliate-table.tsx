import { useMemo } from 'react'
import type { PayoutDealRow, PayoutSummary } from '#contract/payouts.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { addDollars } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import type { Affiliate } from '../api.ts'
import { AffiliateDetail } from './affiliate-detail.tsx'
import { Amount, MarginAmount } from './amount.tsx'
import type { ExtraRow } from './extra-table.tsx'
import { RowButton } from './row-button.tsx'
import classes from './payout-tables.module.css'

interface AffiliateTableProps {
  reportId: string
  summary: PayoutSummary
  open: string | null
  onOpen: (affiliateId: string | null) => void
  onDeal: (deal: PayoutDealRow) => void
  onExtra: (row: ExtraRow) => void
}

/** The total of each affiliate. One row at a time is open and shows its parts. */
export function AffiliateTable({ reportId, summary, open, onOpen, onDeal, onExtra }: AffiliateTableProps) {
  const { affiliateTotals: rows } = summary
  const columns = useMemo(() => listColumns(summary, open), [summary, open])
  return (
    <DataTable
      label="Payout by affiliate"
      columns={columns}
      rows={rows}
      keyOf={({ affiliateId }) => affiliateId}
      sortedBy={{ column: 'total', descending: true }}
      isWide
      onPress={({ affiliateId }) => onOpen(affiliateId === open ? null : affiliateId)}
      renderDetail={(affiliate) =>
        affiliate.affiliateId === open && (
          <AffiliateDetail reportId={reportId} affiliate={affiliate} onDeal={onDeal} onExtra={onExtra} />
        )
      }
    />
  )
}

function listColumns({ totals, affiliateTotals }: PayoutSummary, open: string | null): Column<Affiliate>[] {
  return [
    {
      id: 'affiliate',
      label: 'Affiliate',
      isHead: true,
      sortBy: ({ affiliateId }) => affiliateId,
      total: 'Grand total',
      render: ({ affiliateId, affiliateName }) => (
        <RowButton isOpen={affiliateId === open}>
          {nameSource(affiliateId, 'No source')} {affiliateName && <span className={classes.dim}>{affiliateName}</span>}
        </RowButton>
      ),
    },
    {
      id: 'brokers',
      label: 'Brokers',
      sortBy: ({ advertisers }) => advertisers.length,
      render: ({ advertisers }) => <Names names={advertisers.map(({ id, name }) => name ?? id)} />,
    },
    {
      id: 'leads',
      label: 'Valid leads',
      align: 'end',
      sortBy: ({ validLeads }) => validLeads,
      total: formatCount(totals.validLeads),
      render: ({ validLeads }) => formatCount(validLeads),
    },
    {
      id: 'deposits',
      label: 'Deposits',
      align: 'end',
      sortBy: ({ deposits }) => deposits,
      total: formatCount(totals.deposits),
      render: ({ deposits }) => formatCount(deposits),
    },
    amountColumn('cpa', 'CPA', ({ cpaComponent }) => cpaComponent, affiliateTotals),
    amountColumn('extras', 'Extras', ({ extraPayout }) => extraPayout, affiliateTotals),
    amountColumn('crg', 'CRG top-up', ({ crgComponent }) => crgComponent, affiliateTotals),
    {
      id: 'total',
      label: 'Total payout',
      align: 'end',
      sortBy: ({ totalPayout }) => totalPayout,
      total: <Amount dollars={totals.totalPayout} />,
      render: ({ totalPayout }) => (
        <strong className={classes.strong}>
          <Amount dollars={totalPayout} />
        </strong>
      ),
    },
    ...(totals.margin ? [marginColumn(totals.margin)] : []),
  ]
}

function amountColumn(
  id: string,
  label: string,
  amountOf: (affiliate: Affiliate) => number,
  all: readonly Affiliate[],
): Column<Affiliate> {
  return {
    id,
    label,
    align: 'end',
    sortBy: amountOf,
    total: <Amount dollars={addDollars(all.map(amountOf))} />,
    render: (affiliate) => <Amount dollars={amountOf(affiliate)} />,
  }
}

function marginColumn(all: Affiliate['margin']): Column<Affiliate> {
  return {
    id: 'margin',
    label: 'Margin',
    align: 'end',
    sortBy: ({ margin }) => margin?.margin ?? null,
    total: <MarginAmount margin={all} />,
    render: ({ margin }) => <MarginAmount margin={margin} />,
  }
}

function Names({ names }: { names: readonly string[] }) {
  const [first, second, ...more] = names
  return (
    <span title={names.join(', ')}>
      {[first, second].filter(Boolean).join(', ')}
      {more.length > 0 && ` +${more.length}`}
    </span>
  )
}
