import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlannedDay } from '#contract/analytics.ts'
import { formatConversion } from '#domain/analytics/breakdown.ts'
import {
  addPlanned,
  measurePlanned,
  PLANNED_COLUMNS,
  PLANNED_SORTING,
  parsePlannedCell,
  type PlannedColumn,
  type PlannedFigures,
} from '#domain/analytics/planned.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { formatCount, MISSING } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { plannedQuery } from '../api.ts'
import type { AnalyticsFilter, AnalyticsView, ChangeView } from '../view.ts'
import classes from './breakdown-table.module.css'
import { CellBar } from './cell-bar.tsx'
import { FileMenu } from './file-menu.tsx'
import { LeadsLink } from './leads-link.tsx'
import { Panel } from './panel.tsx'

interface PlannedPanelProps {
  view: AnalyticsView
  onChange: ChangeView
}

/** The planned leads of broker caps for each day, and the leads delivered for them. */
export function PlannedPanel({ view, onChange }: PlannedPanelProps) {
  const [sorting, setSorting] = useState(PLANNED_SORTING)
  const { data, error, isPlaceholderData, refetch } = useQuery(plannedQuery(view, view.filter))
  return (
    <Panel
      title="Planned Against Delivered"
      about="Broker caps of each day, the leads that came for them, and leads without a broker cap."
      isStale={isPlaceholderData}
      tools={data && <FileMenu table="planned" view={view} sorting={sorting} />}
    >
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} radius={12} />}
      {data && (
        <DataTable
          label="Planned Against Delivered"
          columns={PLANNED_COLUMNS.map((column) => describeColumn(column, data, { period: view, filter: view.filter }))}
          rows={data}
          keyOf={({ date }) => date}
          sortedBy={sorting}
          onSort={setSorting}
          step={31}
          onPress={({ date }) => onChange({ tab: 'overview', mode: 'daily', start: date })}
        />
      )}
    </Panel>
  )
}

/** The fate that a column counts. */
const FATES: Partial<Record<PlannedColumn['id'], FateFilter>> = { delivered: 'planned', unplanned: 'unplanned' }

interface Around {
  period: DayRange
  filter: AnalyticsFilter
}

function describeColumn(
  { id, heading, kind }: PlannedColumn,
  all: readonly PlannedDay[],
  { period, filter }: Around,
): Column<PlannedDay> {
  const sortBy = (row: PlannedDay) => parsePlannedCell(row, id)
  const isSummed = all.length > 1
  if (id === 'date') {
    return {
      id,
      label: heading,
      isHead: true,
      sortBy,
      total: isSummed ? 'Total' : undefined,
      render: ({ date }) => (
        <button type="button" className={classes.name}>
          {formatDay(date)}
          <span className={classes.second}>{date}</span>
        </button>
      ),
    }
  }
  const show = (figures: PlannedFigures, date?: Day) => {
    const value = measurePlanned(figures, id)
    if (value === null) return MISSING
    if (kind === 'percent') return formatConversion(value)
    const fate = FATES[id]
    if (!fate) return formatCount(value)
    return <LeadsLink count={value} row={{ date: date ?? null }} answer={period} filter={filter} fate={fate} />
  }
  // Delivered leads are drawn over the planned ones.
  const most = all.reduce((top, { planned, delivered }) => Math.max(top, planned, delivered), 1)
  const render = (row: PlannedDay) =>
    id === 'delivered' ? (
      <CellBar value={row.delivered} most={most} behind={{ from: 0, to: row.planned }}>
        {show(row, row.date)}
      </CellBar>
    ) : (
      show(row, row.date)
    )
  return {
    id,
    label: heading,
    align: 'end',
    sortBy,
    ...(id === 'delivered' && { width: '40%' }),
    render,
    total: isSummed ? show(addPlanned(all)) : undefined,
  }
}
