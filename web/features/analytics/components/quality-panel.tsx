import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SourceQuality } from '#contract/analytics.ts'
import { texts } from '#contract/texts.ts'
import { nameOfSource } from '#domain/analytics/breakdown.ts'
import { countDays, LONGEST_QUALITY_PERIOD, type Period } from '#domain/analytics/period.ts'
import { describeQuality, QUALITY_COLUMNS, QUALITY_SORTING, type QualityColumn } from '#domain/analytics/quality.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { qualityQuery } from '../api.ts'
import type { AnalyticsView, ChangeView } from '../view.ts'
import classes from './breakdown-table.module.css'
import { FileMenu } from './file-menu.tsx'
import { Panel } from './panel.tsx'

interface QualityPanelProps {
  period: Period
  view: AnalyticsView
  onChange: ChangeView
}

/** How many leads of each source are invalid, came outside the hours or over the cap. */
export function QualityPanel({ period, view, onChange }: QualityPanelProps) {
  const [sorting, setSorting] = useState(QUALITY_SORTING)
  const isShort = countDays(period) <= LONGEST_QUALITY_PERIOD
  const { data, error, refetch } = useQuery({ ...qualityQuery(period, view.filter), enabled: isShort })
  return (
    <Panel
      title="Lead Quality"
      about="What becomes of leads that broker caps plan, as the payout report decides it. Rates are of those leads."
      tools={data && data.length > 0 && <FileMenu table="quality" view={view} sorting={sorting} />}
    >
      {!isShort && <p className={classes.none}>{texts.analytics.qualityTooLong}</p>}
      {error && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {isShort && !data && !error && <Skeleton height={160} radius={12} />}
      {isShort && data?.length === 0 && <p className={classes.none}>{texts.analytics.noRows}</p>}
      {isShort && data && data.length > 0 && (
        <DataTable
          label="Lead Quality"
          columns={COLUMNS}
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

const COLUMNS: readonly Column<SourceQuality>[] = QUALITY_COLUMNS.map(describeColumn)

function describeColumn({ id, heading, kind }: QualityColumn): Column<SourceQuality> {
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
  const show = (value: number) => (kind === 'percent' ? `${value.toFixed(2)}%` : formatCount(value))
  return { id, label: heading, align: 'end', sortBy, render: (row) => show(Number(sortBy(row))) }
}
