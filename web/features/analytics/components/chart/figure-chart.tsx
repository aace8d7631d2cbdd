import { Area, Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from '#web/lib/format.ts'
import type { ChartType } from '../../view.ts'
import { PALETTE, type Point } from './chart-data.ts'
import { showPoint } from './chart-tooltip.tsx'

interface FigureChartProps {
  type: Exclude<ChartType, 'pie'>
  points: readonly Point[]
  width: number
  height: number
}

const SERIES = [
  { key: 'leads', color: PALETTE[0] },
  { key: 'deposits', color: PALETTE[1] },
] as const

/** Leads and deposits along rows or days. */
export function FigureChart({ type, points, width, height }: FigureChartProps) {
  const isCompared = points.some(({ before }) => before !== null)
  return (
    <ComposedChart
      data={[...points]}
      width={width}
      height={height}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="name"
        tickFormatter={shorten}
        tick={{ fill: 'var(--dim)' }}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        minTickGap={12}
      />
      <YAxis
        width={48}
        allowDecimals={false}
        tickFormatter={formatCount}
        tick={{ fill: 'var(--dim)' }}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
        isAnimationActive={false}
        content={showPoint}
      />
      {SERIES.map(({ key, color }) => drawSeries(type, key, color, points.length))}
      {isCompared && (
        <Line
          dataKey="before"
          stroke="var(--dim)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          strokeOpacity={0.7}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
    </ComposedChart>
  )
}

function drawSeries(type: FigureChartProps['type'], key: string, color: string, count: number) {
  // One alone has no line to stand on.
  const dot = count <= MOST_DOTS ? { r: 3, fill: color, strokeWidth: 0 } : false
  const shared = { dataKey: key, isAnimationActive: false } as const
  switch (type) {
    case 'bar':
      return <Bar key={key} {...shared} fill={color} radius={[4, 4, 0, 0]} maxBarSize={48} />
    case 'line':
      return <Line key={key} {...shared} type="monotone" stroke={color} strokeWidth={2} dot={dot} />
    case 'area':
      return (
        <Area
          key={key}
          {...shared}
          type="monotone"
          stroke={color}
          strokeWidth={2}
          fill={color}
          fillOpacity={0.2}
          dot={dot}
        />
      )
  }
}

const MOST_DOTS = 31
const LONGEST_NAME = 14

function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name
}
