import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, use, useMemo, type ReactNode } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { sumExpectedBy, computeProgress } from '#domain/caps/pace.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { countOf, formatCount } from '#domain/sentences/written.ts'
import { dayLeadsQuery, daySummaryQuery, listedCapsQuery } from '#web/features/caps/api.ts'
import { sumHeld, usePauses } from '#web/features/pauses/components/board-pauses.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { Meter } from '#web/ui/meter.tsx'
import { OutlookContext, type DayOutlook } from './outlook.ts'
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
  now: LocalTime
}

/** The four figures above the board. */
export const SummaryTiles = memo(function SummaryTiles({ kind, today, tomorrow, now }: SummaryTilesProps) {
  const { caps, leads } = LABELS[kind]
  const isPhone = useIsPhone()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <dl className={classes.tiles} tabIndex={isPhone ? 0 : undefined}>
      <CapsTile label={caps[0]} kind={kind} day={today} />
      <CapsTile label={caps[1]} kind={kind} day={tomorrow} comparedWith={today} />
      <LeadsTile label={leads[0]} kind={kind} day={today} now={now} />
      <LeadsTile label={leads[1]} kind={kind} day={tomorrow} now={now} />
    </dl>
  )
})

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
    <Tile label={label} figure={summary.data?.count} onRetry={retryOf(summary)}>
      {note}
    </Tile>
  )
}

interface LeadsTileProps extends Omit<DayTileProps, 'comparedWith'> {
  now: LocalTime
}

function LeadsTile({ label, kind, day, now }: LeadsTileProps) {
  const leads = useQuery(dayLeadsQuery(kind, day))
  const summary = useQuery(daySummaryQuery(kind, day))
  const caps = useQuery(listedCapsQuery(kind, day)).data
  const expected = useMemo(() => (caps && day === now.day ? Math.floor(sumExpectedBy(caps, now)) : 0), [caps, day, now])
  const pauses = usePauses()
  const held = pauses && caps ? sumHeld(caps, pauses) : 0
  const outlook = use(OutlookContext)
  const all = day === now.day ? outlook.all : null
  const planned = summary.data?.plannedTotal
  const total = leads.data?.total
  const known = planned !== undefined && total !== undefined
  const uncapped = total !== undefined && summary.data ? total - summary.data.actualTotal : 0
  const facts = [
    ...(uncapped > 0 ? [`${formatCount(uncapped)} without a cap`] : []),
    ...(held > 0 ? [`${formatCount(held)} paused`] : []),
  ]
  return (
    <Tile
      label={label}
      figure={total}
      onRetry={retryOf(leads)}
      foot={
        <>
          <Meter
            percent={known ? computeProgress(total, planned) : 0}
            label={label}
            value={known ? describeLeads({ total, planned, expected, all }) : 'Not known yet'}
            tick={known && expected > 0 ? computeProgress(expected, planned) : undefined}
            band={known && planned > 0 && all ? placeBand(all, planned) : undefined}
          />
          <span
            className={classes.words}
            title={[all && sayAll(all), all?.judged, ...facts].filter(Boolean).join(' · ')}
          >
            {all && (
              <span>
                {all.likely} <span className={classes.range}>{all.range}</span>{' '}
                <span className={classes.until}>by midnight</span>
              </span>
            )}
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {all?.hitRate && facts.length === 0 && <span className={classes.hitRate}>{all.hitRate}</span>}
          </span>
        </>
      }
    >
      {planned !== undefined && `of ${formatCount(planned)} planned`}
    </Tile>
  )
}

/** `318 of 560 planned, 290 due by now. About 371 (350 to 390) by midnight, hit rate 82%` */
function describeLeads({ total, planned, expected, all }: LeadWords): string {
  const due = expected > 0 ? `, ${expected} due by now` : ''
  const ahead = all ? `. ${[sayAll(all), all.hitRate].filter(Boolean).join(', ')}` : ''
  return `${total} of ${planned} planned${due}${ahead}`
}

/** `About 371 (350 to 390) by midnight` */
function sayAll({ likely, range }: DayOutlook): string {
  return [likely, range, 'by midnight'].filter(Boolean).join(' ')
}

interface LeadWords {
  total: number
  planned: number
  expected: number
  all: DayOutlook | null
}

function placeBand({ total: { p10, p50, p90 } }: DayOutlook, planned: number) {
  const [from = 0, middle = 0, to = 0] = [p10, p50, p90].map((leads) => computeProgress(leads, planned))
  return { from, middle, to }
}

/** As high and about as wide as a figure. */
const AWAITED = '\u2007'.repeat(10)

interface TileProps {
  label: string
  figure: number | undefined
  /** Set if the figure could not be loaded. */
  onRetry?: (() => void) | undefined
  foot?: ReactNode
  children?: ReactNode
}

export function Tile({ label, figure, onRetry, foot, children }: TileProps) {
  return (
    <div className={classes.tile}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {figure !== undefined && (
          <>
            <span className={classes.figure}>{formatCount(figure)}</span>
            <span className={classes.note}>{children}</span>
          </>
        )}
        {figure === undefined && !onRetry && (
          <Skeleton className={classes.figure} width="auto">
            {AWAITED}
          </Skeleton>
        )}
        {figure === undefined && onRetry && <NotLoaded label={label} onRetry={onRetry} />}
      </dd>
      {foot && <dd className={classes.foot}>{foot}</dd>}
    </div>
  )
}

function NotLoaded({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <span className={classes.note} role="status">
      Could not be loaded.{' '}
      <Button size="compact-sm" variant="subtle" onClick={onRetry}>
        Try again<span className="visually-hidden"> to load {label}</span>
      </Button>
    </span>
  )
}

export function retryOf({ isError, refetch }: { isError: boolean; refetch: () => Promise<unknown> }) {
  return isError ? () => void refetch() : undefined
}

/** The number of geos, or of publishers' sources, with a cap. */
function countSpread(kind: CapKind, caps: readonly Cap[]): string {
  return kind === 'broker'
    ? countOf(new Set(caps.map((cap) => foldGeo(cap.geo))).size, 'geo')
    : countOf(new Set(caps.map((cap) => cap.sourceNumber)).size, 'source')
}

/** `25 fewer than today` */
function compare(count: number, other: number): string {
  if (count === other) return 'as many as today'
  return `${formatCount(Math.abs(count - other))} ${count < other ? 'fewer' : 'more'} than today`
}
