import { CHART_TYPES, type ChartType, GROUPINGS } from '#domain/analytics/choices.ts'
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { listBreakdown, type BreakdownRow } from '#domain/analytics/breakdown.ts'
import { findRunningHour } from '#domain/analytics/hours.ts'
import type { WallTime, Zone } from '#domain/kernel/zone.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { hoursQuery, type Answer } from '../../api.ts'
import { comparedOf, GROUPING_NAMES, type AnalyticsView, type ChangeView } from '../../view.ts'
import {
  describePoints,
  MOST_ROWS,
  pointsOfDays,
  pointsOfHours,
  pointsOfRows,
  slicesOfDays,
  slicesOfRows,
  type Point,
  type Slice,
} from './chart-data.ts'
import { ChartLegend, SliceLegend } from './chart-legend.tsx'
import parts from '#web/ui/page.module.css'
import classes from './chart-panel.module.css'
import { Panel } from '../panel.tsx'

// Drawing takes many times the code of the page itself, which stands before it has come; it is sent for at once.
const drawings = Promise.all([import('./row-chart.tsx'), import('./time-chart.tsx')])
drawings.catch(() => undefined)
const RowChart = lazy(async () => ({ default: (await drawings)[0].RowChart }))
const TimeChart = lazy(async () => ({ default: (await drawings)[1].TimeChart }))
const ShareChart = lazy(async () => ({ default: (await import('./share-chart.tsx')).ShareChart }))

const TYPE_NAMES: Readonly<Record<ChartType, string>> = { line: 'Line', bar: 'Bar', area: 'Area', pie: 'Pie' }

interface ChartPanelProps {
  answer: Answer
  /** What it is compared with. */
  before: Answer | null
  view: AnalyticsView
  /** Of the breakdown, as it is sorted. */
  rows: readonly BreakdownRow[]
  now: WallTime
  zone: Zone
  onChange: ChangeView
}

export function ChartPanel({ answer, before, view, rows, now, zone, onChange }: ChartPanelProps) {
  const isOverTime = view.mode === 'range' || view.chart === 'line' || view.chart === 'area'
  const isCut = !isOverTime && view.chart === 'bar' && rows.length > MOST_ROWS
  return (
    <Panel
      title="Data Visualization"
      about={
        view.mode === 'daily' && isOverTime
          ? 'By the hour of the day'
          : isCut && `The first ${MOST_ROWS} of ${formatCount(rows.length)}, as the table is sorted`
      }
      tools={
        <>
          {view.mode === 'daily' && (
            <Segments
              aria-label="Grouping"
              className={classes.groupings}
              data={GROUPINGS.map((value) => ({ value, label: GROUPING_NAMES[value] }))}
              value={view.grouping}
              onChange={(grouping) => onChange({ grouping })}
            />
          )}
          <Segments
            aria-label="Chart type"
            data={CHART_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
            value={view.chart}
            onChange={(chart) => onChange({ chart })}
          />
        </>
      }
    >
      {view.chart === 'pie' ? (
        <Ring
          what={view.mode === 'range' ? 'By date' : GROUPING_NAMES[view.grouping]}
          slices={view.mode === 'range' ? slicesOfDays(answer.days) : slicesOfRows(rows)}
        />
      ) : view.mode === 'range' ? (
        <OverTime what="By date" type={view.chart} points={pointsOfDays(answer.days, before && before.days)} />
      ) : view.chart === 'bar' ? (
        <Rows what={GROUPING_NAMES[view.grouping]} points={listRowPoints(before, view, rows)} />
      ) : (
        <HoursOfDay type={view.chart} {...{ view, now, zone }} />
      )}
    </Panel>
  )
}

function listRowPoints(before: Answer | null, view: AnalyticsView, rows: readonly BreakdownRow[]): Point[] {
  return pointsOfRows(rows, before && listBreakdown(before.aggregates, view.grouping))
}

/** As high as the specification says, as wide as there is room. */
const HEIGHT = 400

function Ring({ what, slices }: { what: string; slices: readonly Slice[] }) {
  return (
    <div className={`${parts.card} ${classes.card}`} data-ring>
      <SliceLegend slices={slices} />
      <Drawing label={`${what}: ${describePoints(slices)}`}>
        {(width) => <ShareChart slices={slices} width={width} height={HEIGHT} />}
      </Drawing>
    </div>
  )
}

interface HoursOfDayProps extends Pick<ChartPanelProps, 'view' | 'now' | 'zone'> {
  type: 'line' | 'area'
}

/** A day is told by its hours, and what it is compared with too: all of them, since each stands beside its own. */
function HoursOfDay({ type, view, now, zone }: HoursOfDayProps) {
  const compared = comparedOf(view, now)
  const { data, error, refetch } = useQuery(hoursQuery(view, view.auto))
  const { data: before } = useQuery({ ...hoursQuery(compared ?? view), enabled: compared !== null })
  if (error) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={HEIGHT} radius={12} />
  const running = findRunningHour(view.start, zone.instantAt(now), zone)
  return <OverTime what="By hour" type={type} points={pointsOfHours(data, (compared && before) ?? null, running)} />
}

interface OverTimeProps {
  what: string
  type: Exclude<ChartType, 'pie'>
  points: readonly Point[]
}

function OverTime({ what, type, points }: OverTimeProps) {
  const isCompared = points.some(({ before }) => before !== null)
  return (
    <div className={`${parts.card} ${classes.card}`}>
      <ChartLegend
        before={isCompared ? (type === 'bar' ? 'bar' : 'line') : null}
        hasConversion={points.some(({ conversion }) => conversion !== null)}
      />
      <Drawing label={`${what}: ${describePoints(points)}`}>
        {(width) => <TimeChart type={type} points={points} width={width} height={HEIGHT} />}
      </Drawing>
    </div>
  )
}

function Rows({ what, points }: { what: string; points: readonly Point[] }) {
  return (
    <div className={`${parts.card} ${classes.card}`}>
      <ChartLegend
        before={points.some(({ before }) => before !== null) ? 'bar' : null}
        hasConversion={points.some(({ conversion }) => conversion !== null)}
      />
      <Drawing label={`${what}: ${describePoints(points)}`}>
        {(width) => <RowChart points={points} width={width} height={HEIGHT} />}
      </Drawing>
    </div>
  )
}

function Drawing({ label, children }: { label: string; children: (width: number) => ReactNode }) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} role="img" aria-label={label} className={classes.chart}>
      {width > 0 && <Suspense fallback={<Skeleton height={HEIGHT} radius={8} />}>{children(width)}</Suspense>}
    </div>
  )
}
