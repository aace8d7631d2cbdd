import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { computeProgress } from '#domain/caps/progress.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { dayCapsQuery, dayLeadsQuery, daySummaryQuery } from '../api.ts'
import classes from './summary-tiles.module.css'

interface SummaryTilesProps {
  today: Day
  tomorrow: Day
}

/** The four figures above the board in broker mode. */
export function SummaryTiles({ today, tomorrow }: SummaryTilesProps) {
  return (
    <dl className={classes.tiles}>
      <CapsTile label="Today caps" day={today} />
      <CapsTile label="Tomorrow caps" day={tomorrow} comparedWith={today} />
      <LeadsTile label="Total leads today" day={today} />
      <LeadsTile label="Total leads tomorrow" day={tomorrow} />
    </dl>
  )
}

function CapsTile({ label, day, comparedWith }: { label: string; day: Day; comparedWith?: Day }) {
  const summary = useQuery(daySummaryQuery(day))
  const other = useQuery({ ...daySummaryQuery(comparedWith ?? day), enabled: comparedWith !== undefined })
  const caps = useQuery(dayCapsQuery(day))
  const geos = new Set(caps.data?.map((cap) => foldGeo(cap.geo))).size
  const note =
    comparedWith && other.data && summary.data
      ? compare(summary.data.count, other.data.count)
      : caps.data && countOf(geos, 'geo')
  return (
    <Tile label={label} figure={summary.data?.count} failed={summary.isError}>
      {note}
    </Tile>
  )
}

function LeadsTile({ label, day }: { label: string; day: Day }) {
  const leads = useQuery(dayLeadsQuery(day))
  const summary = useQuery(daySummaryQuery(day))
  const planned = summary.data?.plannedTotal
  const total = leads.data?.total
  const known = planned !== undefined && total !== undefined
  return (
    <Tile
      label={label}
      figure={total}
      failed={leads.isError}
      foot={
        <Meter
          percent={known ? computeProgress(total, planned) : 0}
          label={label}
          value={known ? `${total} of ${planned} planned` : 'Not known yet'}
        />
      }
    >
      {planned !== undefined && `of ${formatCount(planned)} planned`}
    </Tile>
  )
}

interface TileProps {
  label: string
  figure: number | undefined
  failed: boolean
  foot?: ReactNode
  children: ReactNode
}

function Tile({ label, figure, failed, foot, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {figure === undefined && !failed ? (
          <Skeleton height={20} width={96} my={6} />
        ) : (
          <>
            <span className={classes.figure}>{figure === undefined ? '–' : formatCount(figure)}</span>
            <span className={classes.note}>{children}</span>
          </>
        )}
      </dd>
      {foot && <dd className={classes.foot}>{foot}</dd>}
    </div>
  )
}

/** `25 fewer than today` */
function compare(count: number, other: number): string {
  if (count === other) return 'as many as today'
  return `${formatCount(Math.abs(count - other))} ${count < other ? 'fewer' : 'more'} than today`
}
