import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import type { ChartType } from '../../view.ts'
import { PALETTE, type Point } from './chart-data.ts'
import classes from './chart-legend.module.css'

interface ChartLegendProps {
  type: ChartType
  points: readonly Point[]
  isCompared: boolean
}

/** Which colour is what. */
export function ChartLegend({ type, points, isCompared }: ChartLegendProps) {
  if (type !== 'pie') {
    return (
      <ul className={classes.root} aria-label="Colours of the chart">
        <Entry color={PALETTE[0]}>Leads</Entry>
        <Entry color={PALETTE[1]}>Deposits</Entry>
        {isCompared && <Entry isLine>Leads before</Entry>}
      </ul>
    )
  }
  const all = points.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <ul className={classes.root} aria-label="Leads by slice">
      {points.map(({ name, leads }, at) => (
        <Entry key={name} color={PALETTE[at % PALETTE.length]}>
          {name} <strong className={classes.number}>{formatCount(leads)}</strong>{' '}
          <span className={classes.share}>{all === 0 ? 0 : Math.round((100 * leads) / all)}%</span>
        </Entry>
      ))}
    </ul>
  )
}

interface EntryProps {
  color?: string | undefined
  isLine?: boolean
  children: ReactNode
}

function Entry({ color, isLine, children }: EntryProps) {
  return (
    <li className={classes.entry}>
      <span
        className={classes.sign}
        data-line={isLine || undefined}
        style={color ? { background: color } : undefined}
      />
      <span>{children}</span>
    </li>
  )
}
