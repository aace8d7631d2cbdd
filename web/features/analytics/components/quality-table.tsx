import { useMemo, useState } from 'react'
import type { SourceQuality } from '#contract/analytics.ts'
import { formatConversion, nameOfSource } from '#domain/analytics/breakdown.ts'
import { describeQuality, QUALITY_COLUMNS, QUALITY_SORTING, type QualityColumn } from '#domain/analytics/quality.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import type { AnalyticsFilter, AnalyticsView, ChangeView } from '../view.ts'
import classes from './breakdown-table.module.css'
import { FileMenu } from './file-menu.tsx'
import { LeadsLink } from './leads-link.tsx'
import { Panel } from './panel.tsx'

interface QualityTableProps {
  sources: readonly SourceQuality[]
  /** True while the figures belong to an earlier question. */
  isStale: boolean
  view: AnalyticsView
  onChange: ChangeView
}

/** For each source, the leads that are invalid, outside the hours or over the cap. */
export function QualityTable({ sources, isStale, view, onChange }: QualityTableProps) {
  const [sorting, setSorting] = useState(QUALITY_SORTING)
  const { filter } = view
  const columns = useMemo(() => QUALITY_COLUMNS.map((column) => describeColumn(column, view, filter)), [view, filter])
  return (
    <Panel
      title="Lead Quality"
      about="What becomes of leads that broker caps plan, as the payout report decides it. Rates are of those leads."
      isStale={isStale}
      tools={<FileMenu table="quality" view={view} sorting={sorting} />}
    >
      <DataTable
        label="Lead Quality"
        columns={columns}
        rows={sources}
        keyOf={({ sourceNumber }) => sourceNumber}
        sortedBy={sorting}
        onSort={setSorting}
        step={14}
        isWide
        onPress={({ sourceNumber }) => onChange({ filter: { ...filter, sourceNumber } })}
      />
    </Panel>
  )
}

/** The fate that a column counts; a column without one counts all leads. */
const FATES: Partial<Record<QualityColumn['id'], FateFilter>> = {
  planned: 'planned',
  valid: 'valid',
  invalid: 'invalid',
  outside: 'outsideWorkingHours',
  paused: 'paused',
  capped: 'capped',
}

function describeColumn(
  { id, heading, kind }: QualityColumn,
  period: DayRange,
  filter: AnalyticsFilter,
): Column<SourceQuality> {
  const sortBy = (row: SourceQuality) => describeQuality(row)[id]
  if (id === 'name') {
    return {
      id,
      label: heading,
      isHead: true,
      sortBy,
      render: ({ sourceNumber }) => (
        <button type="button" className={classes.name}>
          {nameOfSource(sourceNumber)}
        </button>
      ),
    }
  }
  const render = (row: SourceQuality) => {
    const value = Number(sortBy(row))
    if (kind === 'percent') return formatConversion(value)
    return <LeadsLink count={value} row={row} answer={period} filter={filter} fate={FATES[id]} />
  }
  return { id, label: heading, align: 'end', sortBy, render }
}
