import { Pie, PieChart, Tooltip } from 'recharts'
import type { Slice } from './chart-data.ts'
import { showPoint } from './chart-tooltip.tsx'

interface ShareChartProps {
  slices: readonly Slice[]
  width: number
  height: number
}

/** Shares of leads as a ring (sizes: spec, section 9). */
export function ShareChart({ slices, width, height }: ShareChartProps) {
  return (
    <PieChart width={width} height={height} accessibilityLayer={false}>
      <Pie
        data={slices.map((slice) => ({ ...slice, fill: slice.color }))}
        dataKey="leads"
        nameKey="name"
        innerRadius={60}
        outerRadius={100}
        paddingAngle={2}
        stroke="var(--surface)"
        isAnimationActive={false}
      />
      <Tooltip isAnimationActive={false} content={showPoint} />
    </PieChart>
  )
}
