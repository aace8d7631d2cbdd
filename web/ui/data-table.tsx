import { Button } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { sortRows, type Sorting, type SortValue } from '#domain/kernel/sort-rows.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { SortButton } from './sort-button.tsx'
import classes from './data-table.module.css'

export interface Column<Row> {
  id: string
  label: string
  /** The value to sort by. A column without it (buttons) is not sorted, and its name is only for screen readers. */
  sortBy?: (row: Row) => SortValue
  /** Numbers stand at the end of their column. */
  align?: 'end'
  /** Names its row. */
  isHead?: boolean
  width?: string
  render: (row: Row) => ReactNode
  /** Of all rows, in the last line of the table. */
  total?: ReactNode
  /** Stays in sight where the table scrolls within itself. */
  isPinned?: true
}

interface DataTableProps<Row> {
  /** The subject of the table, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The initial sorting, or the current one if `onSort` keeps people's choice. */
  sortedBy: Sorting
  onSort?: (sorting: Sorting) => void
  /** Rows that are drawn at first; the rest is one press away. */
  step?: number
  /** A press anywhere on a row. Its head contains a button without a handler of its own, for the keyboard. */
  onPress?: (row: Row) => void
  /** Whether a press does something; without it, on every row. */
  isPressable?: (row: Row) => boolean
  /** The detail below an open row; null for others. */
  renderDetail?: (row: Row) => ReactNode
  /** For many columns: the table scrolls within itself if the window is too narrow. */
  isWide?: boolean
}

const STEP = 200

/** A table that sorts by each of its columns. Its head stays while it scrolls; on a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, sortedBy, onSort, step = STEP, onPress, isPressable, renderDetail } = props
  const [chosen, setChosen] = useState(sortedBy)
  const sorting = onSort ? sortedBy : chosen
  const [most, setMost] = useState(step)
  const valueOf = columns.find(({ id }) => id === sorting.column)?.sortBy
  const sorted = useMemo(
    () => (valueOf ? sortRows(rows, valueOf, sorting.descending) : rows),
    [rows, valueOf, sorting.descending],
  )
  const rest = sorted.length - most
  return (
    <div className={classes.root} data-wide={props.isWide || undefined}>
      <table aria-label={label} className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} sorting={sorting} onSort={onSort ?? setChosen} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, most).map((row) => (
            <Line
              key={keyOf(row)}
              row={row}
              columns={columns}
              onPress={isPressable?.(row) === false ? undefined : onPress}
              detail={renderDetail?.(row)}
            />
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && <Totals columns={columns} />}
      </table>
      {rest > 0 && (
        <div className={classes.more}>
          <span>
            {formatCount(most)} of {formatCount(sorted.length)} shown
          </span>
          <Button size="xs" variant="default" onClick={() => setMost(most + step)}>
            Show {formatCount(Math.min(step, rest))} more
          </Button>
        </div>
      )}
    </div>
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

function Head<Row>({ column, sorting, onSort }: HeadProps<Row>) {
  const { id, label, sortBy, align, width, isPinned } = column
  const isChosen = sorting.column === id
  const direction = sorting.descending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-align={align}
      data-plain={!sortBy || undefined}
      data-pinned={isPinned}
      aria-sort={sortBy ? (isChosen ? direction : 'none') : undefined}
      style={width ? { width } : undefined}
    >
      {sortBy ? (
        <SortButton
          label={label}
          sorted={isChosen ? direction : null}
          onSort={() => onSort({ column: id, descending: isChosen ? !sorting.descending : align === 'end' })}
        />
      ) : (
        <span className="visually-hidden">{label}</span>
      )}
    </th>
  )
}

interface LineProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  onPress: ((row: Row) => void) | undefined
  detail: ReactNode
}

function Line<Row>({ row, columns, onPress, detail }: LineProps<Row>) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys press the button in the row's head */}
      <tr
        data-pressable={onPress ? true : undefined}
        data-open={detail ? true : undefined}
        onClick={onPress && (() => onPress(row))}
      >
        {columns.map((column) => (
          <Cell key={column.id} column={column} row={row} />
        ))}
      </tr>
      {detail && (
        <tr className={classes.detail}>
          <td colSpan={columns.length}>{detail}</td>
        </tr>
      )}
    </>
  )
}

function Totals<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, isHead, align, label, total }) =>
          isHead ? (
            <th key={id} scope="row">
              {total}
            </th>
          ) : (
            <td key={id} data-align={align} data-label={total === undefined ? undefined : label}>
              {total}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { label, sortBy, align, isHead, isPinned, render } = column
  const shared = { 'data-align': align, 'data-label': sortBy ? label : undefined, 'data-pinned': isPinned }
  if (isHead) {
    return (
      <th scope="row" {...shared}>
        {render(row)}
      </th>
    )
  }
  return <td {...shared}>{render(row)}</td>
}
