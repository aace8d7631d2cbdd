import type { ReactNode } from 'react'
import { formatCount } from '#domain/sentences/written.ts'
import { CONVERSION, GHOST, SERIES } from './axes.ts'
import type { Slice } from './chart-data.ts'
import classes from './chart-legend.module.css'

/** The meaning of each colour. */
export function ChartLegend({ before, hasConversion }: { before: 'bar' | 'line' | null; hasConversion: boolean }) {
  return (
    <ul className={classes.root} aria-label="Colours of the chart">
      {SERIES.map(({ key, name, color }) => (
        <Entry key={key} color={color}>
          {name}
        </Entry>
      ))}
      {before && (
        <Entry sign={before} color={before === 'bar' ? GHOST.fill : undefined}>
          Leads before
        </Entry>
      )}
      {hasConversion && (
        <Entry sign="point" color={CONVERSION.color}>
          {CONVERSION.name}
        </Entry>
      )}
    </ul>
  )
}

/** The legend of a ring, with each part's share of all leads. */
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
  color?: string | undefined
  /** Default: bar. */
  sign?: 'bar' | 'line' | 'point'
  children: ReactNode
}

function Entry({ color, sign = 'bar', children }: EntryProps) {
  return (
    <li className={classes.entry}>
      <span className={classes.sign} data-kind={sign} style={color ? { background: color } : undefined} />
      <span>{children}</span>
    </li>
  )
}
