import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Tally } from '#domain/caps/aggregates.ts'
import type { DayOverview } from '#domain/caps/day-overview.ts'
import { computeProgress } from '#domain/caps/progress.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { dayLeadsQuery } from '../../api.ts'
import classes from '../summary-tiles.module.css'

/** The four figures of a whole day. */
export function FullDayTiles({ day, overview }: { day: Day; overview: DayOverview }) {
  const { total, geos, brokerTotals, sourceTotals } = overview
  return (
    <dl className={classes.tiles}>
      <LeadsTile day={day} total={total} />
      <Tile label="Unique GEOs" figure={geos.length}>
        {countOf(total.caps, 'cap')} in all
      </Tile>
      <Tile label="Unique brokers / advertisers" figure={brokerTotals.length} />
      <Tile label="Unique sources / affiliate IDs" figure={sourceTotals.length} />
    </dl>
  )
}

function LeadsTile({ day, total }: { day: Day; total: Tally }) {
  const { data: leads } = useQuery(dayLeadsQuery('broker', day))
  // The dashboard counts every lead of a day; here all figures are those of the caps, so that the lists add up.
  const uncapped = leads ? leads.total - total.actual : 0
  return (
    <Tile
      label="Total leads"
      figure={total.actual}
      foot={
        <>
          <Meter
            percent={computeProgress(total.actual, total.planned)}
            label="Total leads"
            value={`${total.actual} of ${total.planned} planned`}
          />
          <span className={classes.words}>
            {uncapped > 0 && <span>{formatCount(uncapped)} more without a cap</span>}
          </span>
        </>
      }
    >
      of {formatCount(total.planned)} planned
    </Tile>
  )
}

interface TileProps {
  label: string
  figure: number
  foot?: ReactNode
  children?: ReactNode
}

function Tile({ label, figure, foot, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        <span className={classes.figure}>{formatCount(figure)}</span>
        <span className={classes.note}>{children}</span>
      </dd>
      {foot && <dd className={classes.foot}>{foot}</dd>}
    </div>
  )
}
