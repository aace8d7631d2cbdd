import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SourceQuality } from '#contract/analytics.ts'
import { nameOfSource } from '#domain/analytics/breakdown.ts'
import { describeQuality, measureHarm, sortWorstFirst } from '#domain/analytics/quality.ts'
import { USUAL_WEEKS, type UsualRange } from '#domain/analytics/usual.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import type { AnalyticsView } from '../view.ts'
import classes from './breakdown-table.module.css'
import { LeadsLink } from './leads-link.tsx'
import { Panel } from './panel.tsx'
import { ShareBar } from './share-bar.tsx'

interface SourcePictureProps {
  sources: readonly SourceQuality[]
  /** True while the figures belong to an earlier question. */
  isStale: boolean
  view: AnalyticsView
}

/** Shows bad sources: the share of invalid leads and the conversion of each, over its usual range. */
export function SourcePicture({ sources, isStale, view }: SourcePictureProps) {
  const navigate = useNavigate()
  const rows = useMemo(() => sortWorstFirst(sources).map((source, at) => ({ ...source, place: at + 1 })), [sources])
  const columns = useMemo(() => describeColumns(rows, view), [rows, view])
  const open = ({ sourceNumber, invalid }: SourceQuality) => {
    if (isStale) return
    const { start: from, end: to, filter } = view
    const fate: { fate?: FateFilter } = invalid > 0 ? { fate: 'invalid' } : {}
    void navigate({ to: '/leads', search: { ...filter, sourceNumber, ...fate, from, to } })
  }
  return (
    <Panel
      title="Sources, worst first"
      about={`The grey band is the usual range: the source's share falls in it in 8 of 10 such periods, judged by the ${USUAL_WEEKS} weeks before. Click a source to list its invalid leads.`}
      isStale={isStale}
    >
      <DataTable
        label="Sources, worst first"
        columns={columns}
        rows={rows}
        keyOf={({ sourceNumber }) => sourceNumber}
        sortedBy={{ column: 'harm', descending: false }}
        step={14}
        onPress={open}
      />
    </Panel>
  )
}

type Row = SourceQuality & { place: number }

function describeColumns(rows: readonly Row[], view: AnalyticsView): Column<Row>[] {
  const { filter } = view
  const lines = new Map(rows.map((row) => [row, describeQuality(row)]))
  const rateOf = (row: Row, id: 'invalidRate' | 'conversion') => lines.get(row)?.[id] ?? 0
  const most = (id: 'invalidRate' | 'conversion', usual: 'usualInvalid' | 'usualConversion') =>
    Math.max(1, ...rows.map((row) => Math.max(rateOf(row, id), row[usual]?.high ?? 0)))
  const [mostInvalid, mostConversion] = [most('invalidRate', 'usualInvalid'), most('conversion', 'usualConversion')]
  return [
    {
      id: 'name',
      label: 'Source',
      isHead: true,
      sortBy: ({ sourceNumber }) => sourceNumber,
      render: ({ sourceNumber, publisherName }) => (
        <button type="button" className={classes.name}>
          {nameOfSource(sourceNumber)}
          {publisherName !== null && <span className={classes.second}>{publisherName}</span>}
        </button>
      ),
    },
    { id: 'harm', label: 'Against usual', sortBy: ({ place }) => place, render: (row) => sayHarm(row) },
    {
      id: 'invalid',
      label: 'Invalid',
      align: 'end',
      width: '27%',
      sortBy: (row) => rateOf(row, 'invalidRate'),
      render: (row) => (
        <ShareBar
          percent={rateOf(row, 'invalidRate')}
          most={mostInvalid}
          usual={row.usualInvalid}
          isBad={measureHarm(row).invalid > 0}
        >
          <LeadsLink count={row.invalid} row={row} answer={view} filter={filter} fate="invalid" /> of{' '}
          {formatCount(row.planned)} with a cap{sayUsual(row.usualInvalid)}
        </ShareBar>
      ),
    },
    {
      id: 'conversion',
      label: 'Conversion',
      align: 'end',
      width: '27%',
      sortBy: (row) => rateOf(row, 'conversion'),
      render: (row) => (
        <ShareBar
          percent={rateOf(row, 'conversion')}
          most={mostConversion}
          usual={row.usualConversion}
          isBad={measureHarm(row).deposits > 0}
        >
          <LeadsLink count={row.deposits} row={row} answer={view} filter={filter} deposits="deposit" />{' '}
          {row.deposits === 1 ? 'deposit' : 'deposits'} of {countOf(row.leads, 'lead')}
          {sayUsual(row.usualConversion)}
        </ShareBar>
      ),
    },
  ]
}

function sayUsual(usual: UsualRange | null): string {
  return usual ? `, usually ${usual.low.toFixed(1)} to ${usual.high.toFixed(1)}%` : ''
}

/** `25 more invalid, 6 fewer deposits` */
function sayHarm(row: SourceQuality): string {
  const { invalid, deposits } = measureHarm(row)
  const parts = [
    ...(invalid > 0 ? [`${formatCount(Math.max(1, Math.round(invalid)))} more invalid`] : []),
    ...(deposits > 0 ? [countOf(Math.max(1, Math.round(deposits)), 'fewer deposit', 'fewer deposits')] : []),
  ]
  if (parts.length > 0) return parts.join(', ')
  return row.usualInvalid || row.usualConversion ? 'As usual' : 'Too few leads before'
}
