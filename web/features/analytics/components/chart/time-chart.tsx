import type { ChartType } from '#domain/analytics/choices.ts'
import { Area, Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { CONVERSION, COUNT_AXIS, CURSOR, GHOST, PERCENT_AXIS, SERIES } from './axes.ts'
import type { Point } from './chart-data.ts'
import { showPoint } from './chart-tooltip.tsx'

interface TimeChartProps {
  type: Exclude<ChartType, 'pie'>
  points: readonly Point[]
  width: number
  height: number
}

/** Leads and deposits over time, with what stood before behind them and the conversion on an axis of its own. */
export function TimeChart({ type, points, width, height }: TimeChartProps) {
  const isCompared = points.some(({ before }) => before !== null)
  const hasConversion = points.some(({ conversion }) => conversion !== null)
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
        tick={{ fill: 'var(--dim)' }}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        minTickGap={12}
        // Each label, or every second, third and so on.
        interval="equidistantPreserveStart"
      />
      <XAxis xAxisId="ghost" dataKey="name" hide />
      <YAxis {...COUNT_AXIS} width={48} />
      {hasConversion && <YAxis {...PERCENT_AXIS} yAxisId="conversion" orientation="right" width={44} />}
      <Tooltip cursor={CURSOR} isAnimationActive={false} content={showPoint} />
      {isCompared && type === 'bar' && <Bar {...GHOST} xAxisId="ghost" radius={[4, 4, 0, 0]} maxBarSize={64} />}
      {SERIES.map(({ key, color }) => drawSeries(type, key, color, points.length))}
      {isCompared && type !== 'bar' && (
        <Line
          dataKey="before"
          stroke="var(--dim)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      )}
      {hasConversion && (
        <Line
          dataKey={CONVERSION.key}
          yAxisId="conversion"
          stroke={CONVERSION.color}
          strokeWidth={1.5}
          dot={dotOf(CONVERSION.color, points.length)}
          isAnimationActive={false}
        />
      )}
    </ComposedChart>
  )
}

function drawSeries(type: TimeChartProps['type'], key: string, color: string, count: number) {
  const shared = { dataKey: key, isAnimationActive: false } as const
  const curve = { type: 'monotone', stroke: color, strokeWidth: 2, dot: dotOf(color, count) } as const
  switch (type) {
    case 'bar':
      return <Bar key={key} {...shared} fill={color} radius={[4, 4, 0, 0]} maxBarSize={48} />
    case 'line':
      return <Line key={key} {...shared} {...curve} />
    case 'area':
      return <Area key={key} {...shared} {...curve} fill={color} fillOpacity={0.2} />
  }
}

const MOST_DOTS = 31

/** One point alone has no line to stand on. */
function dotOf(color: string, count: number) {
  return count <= MOST_DOTS ? { r: 3, fill: color, strokeWidth: 0 } : false
}
