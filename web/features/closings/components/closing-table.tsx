import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { FullClosing } from '#contract/closings.ts'
import { closingTexts } from '#contract/texts/closings.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'
import { addDollars, formatChange, formatExact } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import classes from './closing.module.css'

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
        total: 'Total',
        render: ({ affiliateId, affiliateName }) =>
          affiliateId === '' ? (
            nameSource(affiliateId, 'No source')
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
      moneyColumn('payout', 'Report', ({ payout }) => payout, { lines, format: formatExact }),
      moneyColumn('adjusted', 'Adjusted', ({ adjusted }) => adjusted, { lines, format: formatChange }),
      moneyColumn('carried', 'Carried over', ({ carriedOver }) => carriedOver, { lines, format: formatChange }),
      {
        ...moneyColumn('due', 'To be paid', ({ due }) => due, { lines, format: formatExact }),
        // Who was overpaid gets nothing, and does not lessen it.
        total: formatExact(totalDue),
        render: ({ due }) => (
          <>
            <strong>{formatExact(Math.max(due, 0))}</strong>
            {due < 0 && <div className={classes.dim}>{closingTexts.overpaidBy(formatExact(-due))}</div>}
          </>
        ),
      },
    ]
  }, [lines, totalDue, reportId])
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

interface Money {
  lines: readonly Line[]
  format: (dollars: number) => string
}

function moneyColumn(
  id: string,
  label: string,
  moneyOf: (line: Line) => number,
  { lines, format }: Money,
): Column<Line> {
  return {
    id,
    label,
    align: 'end',
    sortBy: moneyOf,
    total: format(addDollars(lines.map(moneyOf))),
    render: (line) => format(moneyOf(line)),
  }
}
