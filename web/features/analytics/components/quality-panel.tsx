import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { SourceQuality } from '#contract/analytics.ts'
import { analyticsTexts } from '#contract/texts/analytics.ts'
import { formatConversion, nameOfSource } from '#domain/analytics/breakdown.ts'
import { LONGEST_QUALITY_PERIOD } from '#domain/analytics/period.ts'
import { describeQuality, QUALITY_COLUMNS, QUALITY_SORTING, type QualityColumn } from '#domain/analytics/quality.ts'
import { addDays } from '#domain/kernel/day.ts'
import { countDays, type DayRange } from '#domain/kernel/day-range.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { messageOf } from '#web/lib/api.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { qualityQuery } from '../api.ts'
import type { AnalyticsFilter, AnalyticsView, ChangeView } from '../view.ts'
import classes from './breakdown-table.module.css'
import { FileMenu } from './file-menu.tsx'
import { LeadsLink } from './leads-link.tsx'
import { Panel } from './panel.tsx'

interface QualityPanelProps {
  view: AnalyticsView
  onChange: ChangeView
}

/** How many leads of each source are invalid, came outside the hours or over the cap. */
export function QualityPanel({ view, onChange }: QualityPanelProps) {
  const [sorting, setSorting] = useState(QUALITY_SORTING)
  const isShort = countDays(view) <= LONGEST_QUALITY_PERIOD
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...qualityQuery(view, view.filter, view.auto),
    enabled: isShort,
  })
  const { filter } = view
  const columns = useMemo(() => QUALITY_COLUMNS.map((column) => describeColumn(column, view, filter)), [view, filter])
  return (
    <Panel
      title="Lead Quality"
      about={`What becomes of leads that broker caps plan, as the payout report decides it. Rates are of those leads. Shown for at most ${LONGEST_QUALITY_PERIOD} days.`}
      isStale={isShort && isPlaceholderData}
      tools={isShort && data && data.length > 0 && <FileMenu table="quality" view={view} sorting={sorting} />}
    >
      {!isShort && (
        <EmptyState
          isSmall
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                onChange({ mode: 'range', start: addDays(view.end, 1 - LONGEST_QUALITY_PERIOD), end: view.end })
              }
            >
              Show the last {LONGEST_QUALITY_PERIOD} days of it
            </Button>
          }
        >
          {analyticsTexts.qualityTooLong}
        </EmptyState>
      )}
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isShort && !data && !error && <Skeleton height={160} radius={12} />}
      {isShort && data?.length === 0 && <EmptyState isSmall>{analyticsTexts.noRows}</EmptyState>}
      {isShort && data && data.length > 0 && (
        <DataTable
          label="Lead Quality"
          columns={columns}
          rows={data}
          keyOf={({ sourceNumber }) => sourceNumber}
          sortedBy={sorting}
          onSort={setSorting}
          step={25}
          isWide
          onPress={({ sourceNumber }) => onChange({ filter: { ...view.filter, sourceNumber } })}
        />
      )}
    </Panel>
  )
}

/** Which of a source's leads a column counts; all of them where it is not here. */
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
