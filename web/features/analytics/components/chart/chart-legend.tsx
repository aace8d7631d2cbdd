import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { PALETTE, type Slice } from './chart-data.ts'
import classes from './chart-legend.module.css'

/** Which colour is what. */
export function ChartLegend({ isCompared }: { isCompared: boolean }) {
  return (
    <ul className={classes.root} aria-label="Colours of the chart">
      <Entry color={PALETTE[0]}>Leads</Entry>
      <Entry color={PALETTE[1]}>Deposits</Entry>
      {isCompared && <Entry isLine>Leads before</Entry>}
    </ul>
  )
}

/** The same of a ring, with the share of each part in all leads. */
export function SliceLegend({ slices }: { slices: readonly Slice[] }) {
  const all = slices.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <ul className={classes.root} aria-label="Leads by slice">
      {slices.map(({ name, leads, color }) => (
        <Entry key={name} color={color}>
          {name} <strong className={classes.number}>{formatCount(leads)}</strong>{' '}
          <span className={classes.share}>{all === 0 ? 0 : Math.round((100 * leads) / all)}%</span>
        </Entry>
      ))}
    </ul>
  )
}

interface EntryProps {
  color?: string
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
