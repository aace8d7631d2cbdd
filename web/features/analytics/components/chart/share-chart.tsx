import { Pie, PieChart, Tooltip } from 'recharts'
import { PALETTE, type Point } from './chart-data.ts'
import { showPoint } from './chart-tooltip.tsx'

interface ShareChartProps {
  points: readonly Point[]
  width: number
  height: number
}

/** Whose leads they are, as parts of a ring (its measures: spec, section 9). */
export function ShareChart({ points, width, height }: ShareChartProps) {
  return (
    <PieChart width={width} height={height} accessibilityLayer={false}>
      <Pie
        data={points.map((point, at) => ({ ...point, fill: PALETTE[at % PALETTE.length] }))}
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
