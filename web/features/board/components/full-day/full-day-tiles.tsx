import { useQuery } from '@tanstack/react-query'
import type { Tally } from '#domain/caps/aggregates.ts'
import type { DayOverview } from '#domain/caps/day-overview.ts'
import { computeProgress } from '#domain/caps/pace.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { dayLeadsQuery } from '#web/features/caps/api.ts'
import { Meter } from '#web/ui/meter.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { retryOf, Tile } from '../summary-tiles.tsx'
import classes from '../summary-tiles.module.css'

export const TILE_LABELS = {
  leads: 'Total leads',
  geos: 'Unique GEOs',
  brokers: 'Unique brokers / advertisers',
  sources: 'Unique sources / affiliate IDs',
}

/** The four figures of a whole day. */
export function FullDayTiles({ day, overview }: { day: Day; overview: DayOverview }) {
  const { total, geos, brokerTotals, sourceTotals } = overview
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <dl className={classes.tiles} tabIndex={useIsPhone() ? 0 : undefined}>
      <LeadsTile day={day} total={total} />
      <Tile label={TILE_LABELS.geos} figure={geos.length}>
        {countOf(total.caps, 'cap')} in all
      </Tile>
      <Tile label={TILE_LABELS.brokers} figure={brokerTotals.length} />
      <Tile label={TILE_LABELS.sources} figure={sourceTotals.length} />
    </dl>
  )
}

function LeadsTile({ day, total }: { day: Day; total: Tally }) {
  // All leads of the day, as on the board; the lists and cards below count only those of the caps.
  const leads = useQuery(dayLeadsQuery('broker', day))
  const all = leads.data?.total
  const uncapped = all === undefined ? 0 : all - total.actual
  return (
    <Tile
      label={TILE_LABELS.leads}
      figure={all}
      onRetry={retryOf(leads)}
      foot={
        <>
          <Meter
            percent={all === undefined ? 0 : computeProgress(all, total.planned)}
            label={TILE_LABELS.leads}
            value={all === undefined ? 'Not known yet' : `${all} of ${total.planned} planned`}
          />
          <span className={classes.words}>{uncapped > 0 && <span>{formatCount(uncapped)} without a cap</span>}</span>
        </>
      }
    >
      of {formatCount(total.planned)} planned
    </Tile>
  )
}
