import { SegmentedControl, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { lazy, Suspense, type ReactNode } from 'react'
import { GROUPINGS, listBreakdown, type BreakdownRow, type Grouping } from '#domain/analytics/breakdown.ts'
import { formatCount } from '#web/lib/format.ts'
import type { Answer } from '../../api.ts'
import { CHART_TYPES, GROUPING_NAMES, kindOf, type AnalyticsView, type ChangeView, type ChartType } from '../../view.ts'
import {
  describePoints,
  MOST_ROWS,
  pointsOfDays,
  pointsOfRows,
  slicesOfDays,
  slicesOfRows,
  type Point,
  type Slice,
} from './chart-data.ts'
import { ChartLegend, SliceLegend } from './chart-legend.tsx'
import classes from './chart-panel.module.css'
import { Panel } from '../panel.tsx'

// Drawing takes many times the code of the page itself, which stands before it has come; it is sent for at once.
const drawing = import('./figure-chart.tsx')
drawing.catch(() => undefined)
const FigureChart = lazy(async () => ({ default: (await drawing).FigureChart }))
const ShareChart = lazy(async () => ({ default: (await import('./share-chart.tsx')).ShareChart }))

const TYPE_NAMES: Readonly<Record<ChartType, string>> = { line: 'Line', bar: 'Bar', area: 'Area', pie: 'Pie' }

interface ChartPanelProps {
  answer: Answer
  /** What it is compared with. */
  before: Answer | null
  view: AnalyticsView
  /** Of the breakdown, as it is sorted. */
  rows: readonly BreakdownRow[]
  onChange: ChangeView
}

export function ChartPanel({ answer, before, view, rows, onChange }: ChartPanelProps) {
  const what = view.mode === 'daily' ? GROUPING_NAMES[view.grouping] : 'By date'
  const isCut = view.mode === 'daily' && view.chart !== 'pie' && rows.length > MOST_ROWS
  return (
    <Panel
      title="Data Visualization"
      about={isCut && `The first ${MOST_ROWS} of ${formatCount(rows.length)}, as the table is sorted`}
      tools={
        <>
          {view.mode === 'daily' && (
            <SegmentedControl
              aria-label="Grouping"
              className={classes.groupings}
              classNames={{ label: classes.grouping }}
              data={GROUPINGS.map((value) => ({ value, label: GROUPING_NAMES[value] }))}
              value={view.grouping}
              onChange={(value) => onChange({ grouping: findGrouping(value) })}
            />
          )}
          <SegmentedControl
            aria-label="Chart type"
            data={CHART_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
            value={view.chart}
            onChange={(value) => onChange({ chart: CHART_TYPES.find((each) => each === value) ?? 'bar' })}
          />
        </>
      }
    >
      {view.chart === 'pie' ? (
        <Ring what={what} slices={view.mode === 'range' ? slicesOfDays(answer.days) : slicesOfRows(rows)} />
      ) : (
        <Figures
          what={what}
          type={view.chart}
          points={listPoints(answer, before, view, rows)}
          isCompared={before !== null}
        />
      )}
    </Panel>
  )
}

function listPoints(
  answer: Answer,
  before: Answer | null,
  view: AnalyticsView,
  rows: readonly BreakdownRow[],
): Point[] {
  if (view.mode === 'range') return pointsOfDays(answer.days, before && before.days)
  const kind = kindOf(view)
  return pointsOfRows(rows, before && kind !== 'date' ? listBreakdown(before.aggregates, kind) : null)
}

function findGrouping(value: string): Grouping {
  return GROUPINGS.find((each) => each === value) ?? 'geo'
}

/** As high as the specification says, as wide as there is room. */
const HEIGHT = 400

function Ring({ what, slices }: { what: string; slices: readonly Slice[] }) {
  return (
    <div className={classes.card} data-ring>
      <SliceLegend slices={slices} />
      <Drawing label={`${what}: ${describePoints(slices)}`}>
        {(width) => <ShareChart slices={slices} width={width} height={HEIGHT} />}
      </Drawing>
    </div>
  )
}

interface FiguresProps {
  what: string
  type: Exclude<ChartType, 'pie'>
  points: readonly Point[]
  isCompared: boolean
}

function Figures({ what, type, points, isCompared }: FiguresProps) {
  return (
    <div className={classes.card}>
      <ChartLegend isCompared={isCompared} />
      <Drawing label={`${what}: ${describePoints(points)}`}>
        {(width) => <FigureChart type={type} points={points} width={width} height={HEIGHT} />}
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
