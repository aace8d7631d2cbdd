import { Button, Skeleton } from '@mantine/core'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import classes from './payout-tables.module.css'

interface PagedTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** The loaded rows, in the server's order; undefined before the first answer. */
  rows: readonly Row[] | undefined
  /** Number of rows of all pages. */
  total: number
  keyOf: (row: Row) => string
  sortedBy: Sorting
  onSort: (sorting: Sorting) => void
  onPress?: (row: Row) => void
  /** Shown when there are no rows. */
  none: string
  query: {
    error: Error | null
    /** The rows are still in the order before; the answer in the new order is not here yet. */
    isPlaceholderData: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
}

/** A table whose rows the server sorts, a page at a time. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, columns, rows, total, keyOf, sortedBy, onSort, onPress, none, query } = props
  if (query.error && !rows) return <ProblemBox message={messageOf(query.error)} onRetry={() => void query.refetch()} />
  if (!rows) return <Skeleton height={160} radius={12} />
  if (total === 0) return <EmptyState isSmall>{none}</EmptyState>
  return (
    <div
      className={classes.paged}
      aria-busy={query.isPlaceholderData}
      data-stale={query.isPlaceholderData || undefined}
    >
      <DataTable
        label={label}
        columns={columns.map((column) => (column.sortBy ? { ...column, sortBy: asSorted } : column))}
        rows={rows}
        keyOf={keyOf}
        sortedBy={sortedBy}
        onSort={onSort}
        step={total}
        {...(onPress && { onPress })}
        isWide
      />
      {query.error && <ProblemBox message={messageOf(query.error)} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !query.error && (
        <div className={classes.more}>
          <span>
            {formatCount(rows.length)} of {formatCount(total)} shown
          </span>
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

/** Keeps the order of the server. */
function asSorted(): null {
  return null
}
