import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FullClosing } from '#contract/closings.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import classes from './closing.module.css'
import { formatMoney } from './money.ts'

type Line = FullClosing['lines'][number]

/** What each affiliate gets. */
export function ClosingTable({ closing }: { closing: FullClosing }) {
  const { lines, totalDue, reportId } = closing
  const columns = useMemo((): Column<Line>[] => {
    return [
      {
        id: 'affiliate',
        label: 'Affiliate',
        isHead: true,
        sortBy: ({ affiliateId }) => affiliateId,
        total: 'To be paid',
        render: ({ affiliateId, affiliateName }) =>
          affiliateId === '' ? (
            'No source'
          ) : (
            <Link
              className={classes.link}
              to="/payouts/$reportId/statements/$affiliateId"
              params={{ reportId, affiliateId }}
            >
              #{affiliateId} {affiliateName && <span className={classes.dim}>{affiliateName}</span>}
            </Link>
          ),
      },
      moneyColumn('payout', 'Report', ({ payout }) => payout),
      moneyColumn('adjusted', 'Adjusted', ({ adjusted }) => adjusted),
      moneyColumn('carried', 'Carried over', ({ carriedOver }) => carriedOver),
      {
        ...moneyColumn('due', 'To be paid', ({ due }) => due),
        total: formatMoney(totalDue),
        render: ({ due }) => <strong>{formatMoney(due)}</strong>,
      },
    ]
  }, [totalDue, reportId])
  return (
    <DataTable
      label="What each affiliate gets"
      columns={columns}
      rows={lines}
      keyOf={({ affiliateId }) => affiliateId}
      sortedBy={{ column: 'due', descending: true }}
      step={20}
      isWide
    />
  )
}

function moneyColumn(id: string, label: string, moneyOf: (line: Line) => number): Column<Line> {
  return { id, label, align: 'end', sortBy: moneyOf, render: (line) => formatMoney(moneyOf(line)) }
}
