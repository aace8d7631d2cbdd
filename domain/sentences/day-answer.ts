import { groupByGeo, tally, type GeoGroup } from '#domain/caps/aggregates.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { flagOf } from '#domain/caps/flag.ts'
import { computeProgress, listWithoutLeads, type DayClock } from '#domain/caps/pace.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { countOf, formatCount, sayDay } from './written.ts'
import { describeGeo, formatShare, sayPausedHours, titleOf } from './cap-lines.ts'

// The bot's answers about a day, for Telegram's HTML mode.

/** The caps of a day that the asking chat may see. */
export interface DayAnswer {
  day: Day
  today: Day
  /** The label of the zone. */
  zone: string
  /** Set if only this geo was requested. */
  geo: string | null
  /** By kind, the caps that the chat may see. */
  sides: readonly { kind: CapKind; caps: readonly Cap[] }[]
  /** The zone and the pauses of the day. */
  clock: DayClock
}

/** Every cap of a day, by geo: delivered, planned and hours. */
export function formatDayCaps(answer: DayAnswer): Markup {
  const { sides, geo, clock } = answer
  const filled = sides.filter(({ caps }) => caps.length > 0)
  if (filled.length === 0) {
    return joinLines([headOf(answer), html`No caps${geo === null ? '' : ` for ${geo}`}.`])
  }
  return joinLines([headOf(answer), ...filled.flatMap(({ kind, caps }) => formatSide(kind, caps, clock))])
}

function headOf({ day, today, zone, geo }: DayAnswer): Markup {
  return html`<b>${sayDay(day, today)}</b> (${zone})${geo === null ? '' : ` · ${geo}`}`
}

function formatSide(kind: CapKind, caps: readonly Cap[], clock: DayClock): Markup[] {
  const { actual, planned } = tally(caps)
  const title = html`\n<b>${titleOf(kind)}</b> ${formatCount(actual)} / ${formatCount(planned)} · ${countOf(caps.length, 'cap')}`
  return [title, ...groupByGeo(caps).flatMap((group) => formatGeo(group, clock))]
}

function formatGeo({ geo, items, actual, planned }: GeoGroup<Cap>, clock: DayClock): Markup[] {
  const place = describeGeo({ geo, flag: flagOf(geo) })
  const head = html`<b>${place}</b> ${formatCount(actual)} / ${formatCount(planned)}`
  return [head, ...items.map((cap) => formatCap(cap, clock))]
}

function formatCap(cap: Cap, clock: DayClock): Markup {
  const who = cap.advertiserId === null ? '' : ` · ${cap.advertiserName ?? cap.advertiserId}`
  const hours = formatStoredHours(cap)
  const open = hours === null ? '' : ` · ${hours}`
  return html`#${cap.sourceNumber}${who}: ${formatCount(cap.actualCount)} / ${formatCount(cap.cap)}${open}${sayPausedHours(cap, clock)}`
}

export interface StatsAnswer extends DayAnswer {
  /** Every lead and deposit of the day, also without a cap; null if the chat sees only a part. */
  whole: { leads: number; deposits: number } | null
}

const MOST_GEOS = 10

/** The numbers of a day: totals, the geos with most planned leads, and caps without leads. */
export function formatStats(answer: StatsAnswer): Markup {
  const { sides, whole, clock } = answer
  const filled = sides.filter(({ caps }) => caps.length > 0)
  return joinLines([
    headOf(answer),
    whole && html`Leads ${formatCount(whole.leads)} · deposits ${formatCount(whole.deposits)}`,
    filled.length === 0 ? html`No caps.` : null,
    ...filled.flatMap(({ kind, caps }) => formatSideStats(kind, caps, clock)),
  ])
}

function formatSideStats(kind: CapKind, caps: readonly Cap[], clock: DayClock): Markup[] {
  const { actual, planned } = tally(caps)
  const idle = listWithoutLeads(caps, clock).length
  const full = caps.filter((cap) => computeProgress(cap.actualCount, cap.cap) === 100).length
  const geos = groupByGeo(caps).toSorted((a, b) => b.planned - a.planned)
  const more = geos.length - MOST_GEOS
  return [
    html`\n<b>${titleOf(kind)}</b> ${formatCount(actual)} / ${formatCount(planned)} (${formatShare(actual, planned)})`,
    html`${countOf(caps.length, 'cap')} · ${formatCount(full)} full · ${formatCount(idle)} without leads`,
    ...geos
      .slice(0, MOST_GEOS)
      .map(
        (group) =>
          html`${describeGeo({ geo: group.geo, flag: flagOf(group.geo) })} ${formatCount(group.actual)} / ${formatCount(group.planned)}`,
      ),
    ...(more > 0 ? [html`and ${countOf(more, 'more geo')}`] : []),
  ]
}
