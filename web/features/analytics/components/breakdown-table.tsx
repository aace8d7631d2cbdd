import { use, useMemo } from 'react'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { KIND_LABELS } from '#domain/analytics/breakdown-csv.ts'
import {
  columnsOf,
  listBreakdown,
  listDates,
  nameOfGeo,
  valueOf,
  type BreakdownColumn,
  type BreakdownKind,
  type BreakdownRow,
} from '#domain/analytics/breakdown.ts'
import { findMost, findUnusualDays, judgeRowConversion, type Outlier } from '#domain/analytics/outliers.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { TodayContext } from '#web/lib/clock.ts'
import { formatDay } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import type { Answer } from '../api.ts'
import type { AnalyticsView, ChangeView } from '../view.ts'
import classes from './breakdown-table.module.css'
import { CellBar } from './cell-bar.tsx'
import { ConversionBadge } from './conversion-badge.tsx'
import { LeadsLink } from './leads-link.tsx'
import { OutlierMark } from './outlier-mark.tsx'

interface BreakdownTableProps {
  label: string
  kind: BreakdownKind
  answer: Answer
  /** The compared period. */
  before: Answer | null
  view: AnalyticsView
  rows: readonly BreakdownRow[]
  sorting: Sorting
  /** Rows drawn at first. */
  step?: number
  onSort: (sorting: Sorting) => void
  onChange: ChangeView
}

export function BreakdownTable(props: BreakdownTableProps) {
  const { label, kind, answer, before, view, rows, sorting, step = 14, onSort, onChange } = props
  const today = use(TodayContext)
  const columns = useMemo(() => {
    const earlier = before && indexRows(before, kind, answer)
    const most = findMost(rows, earlier)
    const unusual = kind === 'date' ? findUnusualDays(rows, today) : new Map<BreakdownRow, Outlier>()
    const around = { kind, answer, view, earlier, most, unusual }
    return columnsOf(kind, view.mode === 'range').map((column) => describeColumn(column, around))
  }, [kind, answer, before, view, rows, today])
  if (rows.length === 0) return <EmptyState isSmall>{analyticsTexts.noRows}</EmptyState>
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      sortedBy={sorting}
      onSort={onSort}
      step={step}
      onPress={(row) => onChange(narrowTo(row, view))}
      isPressable={namesSomething}
    />
  )
}

/**
 * A click on a day opens that day; on any other row it filters all figures by the row, as far as its values are known.
 */
function narrowTo({ date, geo, advertiserId, sourceNumber }: BreakdownRow, { filter }: AnalyticsView) {
  if (date !== null) return { mode: 'daily', start: date } as const
  return {
    filter: {
      ...filter,
      ...(geo && { geo }),
      ...(advertiserId && { advertiserId }),
      ...(sourceNumber && { sourceNumber }),
    },
  }
}

function namesSomething({ date, geo, advertiserId, sourceNumber }: BreakdownRow): boolean {
  return date !== null || [geo, advertiserId, sourceNumber].some(Boolean)
}

interface Around {
  kind: BreakdownKind
  answer: Answer
  view: AnalyticsView
  /** The rows of the compared period, by ID. */
  earlier: ReadonlyMap<string, BreakdownRow> | null
  most: number
  unusual: ReadonlyMap<BreakdownRow, Outlier>
}

/** Matches earlier rows to current ones: days by position, others by identity. */
function indexRows(before: Answer, kind: BreakdownKind, answer: Answer): ReadonlyMap<string, BreakdownRow> {
  if (kind !== 'date') return new Map(listBreakdown(before.aggregates, kind).map((row) => [row.id, row]))
  const days = listDates(before.days)
  return new Map(listDates(answer.days).flatMap(({ id }, at) => (days[at] ? [[id, days[at]]] : [])))
}

function describeColumn(
  id: BreakdownColumn,
  { kind, answer, view, earlier, most, unusual }: Around,
): Column<BreakdownRow> {
  const sortBy = (row: BreakdownRow) => valueOf(row, id)
  switch (id) {
    case 'name':
      return { id, label: KIND_LABELS[kind], isHead: true, sortBy, render: (row) => <Name row={row} />, total: 'Total' }
    case 'advertiserId':
      return { id, label: 'Advertiser ID', sortBy, render: (row) => row.advertiserId }
    case 'geo':
      return { id, label: 'GEO', sortBy, render: (row) => <GeoLabel geo={nameOfGeo(row.geo ?? '')} /> }
    case 'leads':
      return {
        id,
        label: 'Leads',
        align: 'end',
        sortBy,
        width: '30%',
        render: (row) => {
          const before = earlier && (earlier.get(row.id)?.leads ?? 0)
          return (
            <CellBar
              value={row.leads}
              most={most}
              behind={before === null ? null : { from: 0, to: before }}
              behindText={before === null ? undefined : `before ${formatCount(before)}`}
            >
              <OutlierMark side={unusual.get(row) ?? null} of="the other days" />
              <LeadsLink count={row.leads} row={row} answer={answer} filter={view.filter} />
            </CellBar>
          )
        },
        total: <LeadsLink count={answer.totals.leads} answer={answer} filter={view.filter} />,
      }
    case 'deposits':
      return {
        id,
        label: 'Deposits',
        align: 'end',
        sortBy,
        render: (row) => (
          <LeadsLink count={row.deposits} row={row} answer={answer} filter={view.filter} deposits={view.countBy} />
        ),
        total: (
          <LeadsLink count={answer.totals.deposits} answer={answer} filter={view.filter} deposits={view.countBy} />
        ),
      }
    case 'conversion':
      return {
        id,
        label: 'Conversion Rate',
        align: 'end',
        sortBy,
        render: (row) => (
          <>
            <OutlierMark side={judgeRowConversion(row, answer.totals)} of="all rows" />
            <ConversionBadge figures={row} />
          </>
        ),
        total: <ConversionBadge figures={answer.totals} />,
      }
  }
}

/** A button without a handler: the row handles the click. */
function Name({ row }: { row: BreakdownRow }) {
  const { name, second, date, geo, sourceNumber } = row
  const isGeo = geo !== null && sourceNumber === null
  const said = (
    <>
      {isGeo ? <GeoLabel geo={name} /> : date ? formatDay(date) : name}
      {date && <span className={classes.second}>{date}</span>}
      {second !== null && <span className={classes.second}>{second}</span>}
    </>
  )
  if (!namesSomething(row)) return said
  return (
    <button type="button" className={classes.name}>
      {said}
    </button>
  )
}
