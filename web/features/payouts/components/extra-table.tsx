import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayoutSummary } from '#contract/payouts.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { EXTRA_ORDERS } from '#domain/payouts/orders.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { formatDay } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { extrasQuery } from '../api.ts'
import { Amount } from './amount.tsx'
import { PagedTable } from './paged-table.tsx'
import classes from './payout-tables.module.css'
import { RowButton } from './row-button.tsx'

export type ExtraRow = PayoutSummary['extraDeposits'][number]

const COLUMNS: readonly Column<ExtraRow>[] = [
  {
    id: 'date',
    label: 'Date',
    isHead: true,
    sortBy: ({ date }) => date,
    render: (row) => {
      const { geo, source } = nameParts(row)
      return (
        <RowButton>
          <span className={classes.nowrap}>{formatDay(row.date)}</span>
          <span className="visually-hidden">
            , {geo}, {source}: its deposits
          </span>
        </RowButton>
      )
    },
  },
  { id: 'geo', label: 'Geo', sortBy: ({ geo }) => geo, render: (row) => <GeoLabel geo={nameParts(row).geo} /> },
  {
    id: 'source',
    label: 'Source',
    sortBy: ({ sourceNumber }) => sourceNumber,
    render: (row) => nameParts(row).source,
  },
  {
    id: 'broker',
    label: 'Broker',
    sortBy: ({ advertiserName, advertiserId }) => advertiserName ?? advertiserId,
    render: (row) => nameParts(row).broker,
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

interface ExtraTableProps {
  label: string
  reportId: string
  /** The affiliate of the deposits; null: all. */
  affiliateId: string | null
  onRow: (row: ExtraRow) => void
}

/** Deposits that no deal of the report pays for, by day and place; each row opens its deposits. */
export function ExtraTable({ label, reportId, affiliateId, onRow }: ExtraTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'date', descending: false })
  const sort = EXTRA_ORDERS.find((order) => order === sorting.column) ?? 'date'
  const query = useInfiniteQuery(extrasQuery({ reportId, affiliateId, sort, descending: sorting.descending }))
  return (
    <PagedTable
      label={label}
      columns={affiliateId === null ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'source')}
      rows={query.data?.pages.flatMap(({ extraDeposits }) => extraDeposits)}
      total={query.data?.pages.at(-1)?.total ?? 0}
      keyOf={({ date, geo, sourceNumber, advertiserId }) => JSON.stringify([date, geo, sourceNumber, advertiserId])}
      sortedBy={sorting}
      onSort={setSorting}
      onPress={onRow}
      none="None. Every deposit belongs to a deal of the range."
      query={query}
    />
  )
}

const { unknown } = payoutTexts

interface RowPlace {
  geo: string
  sourceNumber: string
  advertiserId: string
  advertiserName: string | null
}

/** The place of a row out of deal in words; any part may be unknown. */
export function nameParts({ geo, sourceNumber, advertiserId, advertiserName }: RowPlace) {
  return {
    geo: geo || unknown.geo,
    source: nameSource(sourceNumber, 'no source'),
    broker: advertiserName ?? (advertiserId || unknown.broker),
  }
}
