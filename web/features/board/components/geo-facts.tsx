import { memo } from 'react'
import {
  summarizeBrokers,
  type BrokerSummary,
  type GeoGroup,
  type SourceSummary,
  type Tally,
} from '#domain/caps/aggregates.ts'
import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey } from '#domain/kernel/identity.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { BrokerLimit } from '#web/features/limits/components/head-limits.tsx'
import { ChevronIcon } from '#web/ui/icons.tsx'
import classes from './geo-facts.module.css'

/** More brokers or sources do not fit in one line on any screen. */
const IN_A_LINE = 16

interface GeoFactsProps {
  group: GeoGroup<Cap>
  opened: boolean
  onToggle: (key: GeoKey) => void
}

/** The brokers and sources of a geo, the largest plans first: in one line, or in full. */
export const GeoFacts = memo(function GeoFacts({ group, opened, onToggle }: GeoFactsProps) {
  const brokers = summarizeBrokers(group.items)
  const sources = group.sourceSummaries
  return (
    <div className={classes.root} data-opened={opened || undefined}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={opened}
        aria-label={`${labelOf(brokers, sources)} of ${group.geo}`}
        onClick={() => onToggle(group.key)}
      >
        <ChevronIcon size={12} />
      </button>
      <div className={classes.lists}>
        {brokers.length > 0 && (
          <ul className={classes.brokers} aria-label={`Brokers of ${group.geo}`}>
            {(opened ? brokers : brokers.slice(0, IN_A_LINE)).map((broker) => (
              <Broker key={broker.advertiserId} broker={broker} day={group.items[0]?.date} opened={opened} />
            ))}
          </ul>
        )}
        {/* One broker's are its own already. */}
        {sources.length > 1 && brokers.length !== 1 && (
          <ul className={classes.chips} aria-label={`Sources of ${group.geo}`}>
            {(opened ? sources : sources.slice(0, IN_A_LINE)).map((source) => (
              <SourceChip key={source.sourceNumber} source={source} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
})

function Broker({ broker, day, opened }: { broker: BrokerSummary; day: Day | undefined; opened: boolean }) {
  const sources = broker.sourceSummaries
  return (
    <li className={classes.broker}>
      <span className={classes.whole}>
        <span className={classes.name}>{broker.advertiserName ?? broker.advertiserId}</span> <Numbers of={broker} />
        <BrokerLimit advertiserId={broker.advertiserId} day={day} />
      </span>{' '}
      <ul className={classes.sources}>
        {(opened ? sources : sources.slice(0, IN_A_LINE)).map((source) => (
          <li key={source.sourceNumber} className={classes.source}>
            #{source.sourceNumber} {(opened || sources.length > 1) && <Numbers of={source} />}
          </li>
        ))}
      </ul>
    </li>
  )
}

function SourceChip({ source }: { source: SourceSummary }) {
  return (
    <li className={classes.chip}>
      #{source.sourceNumber} <Numbers of={source} />
    </li>
  )
}

function Numbers({ of: { actual, planned } }: { of: Tally }) {
  return (
    <span className={classes.numbers}>
      {formatCount(actual)} / {formatCount(planned)}
    </span>
  )
}

/** `2 brokers, 3 sources` */
function labelOf(brokers: readonly BrokerSummary[], sources: readonly SourceSummary[]): string {
  const ofSources = countOf(sources.length, 'source')
  return brokers.length > 0 ? `${countOf(brokers.length, 'broker')}, ${ofSources}` : ofSources
}
