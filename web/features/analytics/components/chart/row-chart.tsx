import { Bar, CartesianGrid, ComposedChart, LabelList, Line, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from '#domain/sentences/written.ts'
import { CONVERSION, COUNT_AXIS, CURSOR, GHOST, PERCENT_AXIS, SERIES } from './axes.ts'
import type { Point } from './chart-data.ts'
import { showPoint } from './chart-tooltip.tsx'

interface RowChartProps {
  points: readonly Point[]
  width: number
  height: number
}

/** Rows below each other, each with its bars: a line between countries would mean nothing. */
export function RowChart({ points, width, height }: RowChartProps) {
  const isCompared = points.some(({ before }) => before !== null)
  const room = width < NARROW ? 96 : 168
  return (
    <ComposedChart
      layout="vertical"
      data={[...points]}
      width={width}
      height={height}
      margin={{ top: 0, right: 36, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis {...COUNT_AXIS} height={24} />
      <XAxis {...PERCENT_AXIS} xAxisId="conversion" orientation="top" height={24} />
      <YAxis
        type="category"
        dataKey="name"
        width={room}
        interval={0}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        tick={<RowName points={points} room={room} />}
      />
      <YAxis yAxisId="ghost" type="category" dataKey="name" hide />
      <Tooltip cursor={CURSOR} isAnimationActive={false} content={showPoint} />
      {isCompared && <Bar {...GHOST} yAxisId="ghost" radius={[0, 4, 4, 0]} maxBarSize={30} />}
      {SERIES.map(({ key, color }) => (
        <Bar key={key} dataKey={key} fill={color} radius={[0, 3, 3, 0]} maxBarSize={12} isAnimationActive={false}>
          {key === 'leads' && (
            <LabelList dataKey={key} position="right" formatter={showNumber} className="chart-number" />
          )}
        </Bar>
      ))}
      <Line
        dataKey={CONVERSION.key}
        xAxisId="conversion"
        stroke="none"
        dot={{ r: 4.5, fill: CONVERSION.color, stroke: 'var(--surface)', strokeWidth: 1.5 }}
        activeDot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  )
}

/** In pixels; so are these. */
const NARROW = 520
const LETTER = 6.6

interface RowNameProps {
  points: readonly Point[]
  room: number
  /** The index and place of a tick, from the chart library. */
  index?: number
  x?: number
  y?: number
}

function RowName({ points, room, index = 0, x = 0, y = 0 }: RowNameProps) {
  const point = points[index]
  if (!point) return null
  const most = Math.floor((room - 12) / LETTER)
  const { name, second } = point
  return (
    <text x={x - 6} y={y} textAnchor="end" fill="var(--text)">
      <tspan x={x - 6} dy={second ? -2 : 4} fontWeight={600}>
        {shorten(name, most)}
      </tspan>
      {second && (
        <tspan x={x - 6} dy={13} fontSize={11} fill="var(--dim)">
          {shorten(second, most)}
        </tspan>
      )}
    </text>
  )
}

function showNumber(value: unknown): string {
  return typeof value === 'number' ? formatCount(value) : ''
}

function shorten(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name
}
