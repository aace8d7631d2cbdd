import type { TooltipContentProps } from 'recharts'
import { formatConversion } from '#domain/analytics/breakdown.ts'
import { formatCount } from '#domain/sentences/written.ts'
import type { Point } from './chart-data.ts'
import classes from './chart-tooltip.module.css'

/** The tooltip of a point, from the chart library's data. */
export function showPoint({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const point: unknown = payload[0]?.payload
  return active && isPoint(point) ? <ChartTooltip point={point} /> : null
}

function isPoint(value: unknown): value is Point {
  return typeof value === 'object' && value !== null && 'conversion' in value
}

function ChartTooltip({ point: { name, leads, deposits, conversion, before } }: { point: Point }) {
  return (
    <div className={classes.root}>
      <div className={classes.name}>{name}</div>
      <dl className={classes.facts}>
        {leads !== null && <Fact name="Leads" value={formatCount(leads)} />}
        {deposits !== null && <Fact name="Deposits" value={formatCount(deposits)} />}
        {conversion !== null && <Fact name="Conversion" value={formatConversion(conversion)} />}
        {before !== null && <Fact name="Leads before" value={formatCount(before)} />}
      </dl>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
