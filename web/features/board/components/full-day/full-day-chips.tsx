import { memo, type ReactNode } from 'react'
import type { Tally } from '#domain/caps/aggregates.ts'
import type { GeoOverview } from '#domain/caps/day-overview.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import { formatCount } from '#domain/sentences/written.ts'
import classes from './full-day-chips.module.css'

/** Chips of a kind that are shown before “more”. */
const FIRST = 10

interface FullDayChipsProps {
  geo: GeoOverview
  opened: boolean
  onToggle: (key: GeoKey) => void
}

/** The brokers and sources of a geo, the largest plans first. */
export const FullDayChips = memo(function FullDayChips({ geo, opened, onToggle }: FullDayChipsProps) {
  const { brokerSummaries: brokers, sourceSummaries: sources } = geo
  const shown = opened ? Infinity : FIRST
  const hidden = Math.max(0, brokers.length - FIRST) + Math.max(0, sources.length - FIRST)
  return (
    <div className={classes.root}>
      <Chips label="Brokers" geo={geo.geo}>
        {brokers.slice(0, shown).map((broker) => (
          <Chip key={broker.advertiserId} name={broker.advertiserName ?? broker.advertiserId} tally={broker} />
        ))}
      </Chips>
      <Chips label="Sources" geo={geo.geo}>
        {sources.slice(0, shown).map((source) => (
          <Chip key={source.sourceNumber} name={`#${source.sourceNumber}`} tally={source} />
        ))}
      </Chips>
      {hidden > 0 && (
        <button type="button" className={classes.more} aria-expanded={opened} onClick={() => onToggle(geo.key)}>
          {opened ? 'Show fewer' : `Show ${formatCount(hidden)} more`}
          <span className="visually-hidden"> brokers and sources of {geo.geo}</span>
        </button>
      )}
    </div>
  )
})

function Chips({ label, geo, children }: { label: string; geo: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      <ul className={classes.chips} aria-label={`${label} of ${geo}`}>
        {children}
      </ul>
    </div>
  )
}

function Chip({ name, tally }: { name: string; tally: Tally }) {
  return (
    <li className={classes.chip}>
      <span className={classes.name}>{name}</span>
      <span className={classes.numbers}>
        <strong>{formatCount(tally.actual)}</strong> / {formatCount(tally.planned)}
      </span>
    </li>
  )
}
