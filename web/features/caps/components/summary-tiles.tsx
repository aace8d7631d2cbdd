import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import { computeProgress } from '#domain/caps/progress.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { Day } from '#domain/kernel/day.ts'
import { countOf, formatCount } from '#web/lib/format.ts'
import { Meter } from '#web/ui/meter.tsx'
import { dayLeadsQuery, daySummaryQuery, listedCapsQuery } from '../api.ts'
import classes from './summary-tiles.module.css'

const LABELS: Readonly<Record<CapKind, { caps: [string, string]; leads: [string, string] }>> = {
  broker: { caps: ['Today caps', 'Tomorrow caps'], leads: ['Total leads today', 'Total leads tomorrow'] },
  affiliate: {
    caps: ['Publishers today', 'Publishers tomorrow'],
    leads: ['Publisher leads today', 'Publisher leads tomorrow'],
  },
}

interface SummaryTilesProps {
  kind: CapKind
  today: Day
  tomorrow: Day
}

/** The four figures above the board. */
export function SummaryTiles({ kind, today, tomorrow }: SummaryTilesProps) {
  const { caps, leads } = LABELS[kind]
  return (
    <dl className={classes.tiles}>
      <CapsTile label={caps[0]} kind={kind} day={today} />
      <CapsTile label={caps[1]} kind={kind} day={tomorrow} comparedWith={today} />
      <LeadsTile label={leads[0]} kind={kind} day={today} />
      <LeadsTile label={leads[1]} kind={kind} day={tomorrow} />
    </dl>
  )
}

interface DayTileProps {
  label: string
  kind: CapKind
  day: Day
  comparedWith?: Day
}

function CapsTile({ label, kind, day, comparedWith }: DayTileProps) {
  const summary = useQuery(daySummaryQuery(kind, day))
  const other = useQuery({ ...daySummaryQuery(kind, comparedWith ?? day), enabled: comparedWith !== undefined })
  const caps = useQuery(listedCapsQuery(kind, day))
  const note =
    comparedWith && other.data && summary.data
      ? compare(summary.data.count, other.data.count)
      : caps.data && countSpread(kind, caps.data)
  return (
    <Tile label={label} figure={summary.data?.count} failed={summary.isError}>
      {note}
    </Tile>
  )
}

function LeadsTile({ label, kind, day }: Omit<DayTileProps, 'comparedWith'>) {
  const leads = useQuery(dayLeadsQuery(kind, day))
  const summary = useQuery(daySummaryQuery(kind, day))
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

/** Over how many geos, or publishers' sources, caps are spread. */
function countSpread(kind: CapKind, caps: readonly ListedCap[]): string {
  return kind === 'broker'
    ? countOf(new Set(caps.map((cap) => foldGeo(cap.geo))).size, 'geo')
    : countOf(new Set(caps.map((cap) => cap.sourceNumber)).size, 'source')
}

/** `25 fewer than today` */
function compare(count: number, other: number): string {
  if (count === other) return 'as many as today'
  return `${formatCount(Math.abs(count - other))} ${count < other ? 'fewer' : 'more'} than today`
}
