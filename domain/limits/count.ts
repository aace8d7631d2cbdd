import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { createScope, type Limit, type LimitPlace } from './limit.ts'

/** Delivered leads and deposits of a place and day, as the rollups count them. */
export interface DeliveredAt extends LimitPlace {
  day: Day
  leads: number
  deposits: number
}

/** Invalid leads of a source and day. */
export interface InvalidOf {
  day: Day
  sourceNumber: string
  leads: number
}

export interface PlannedAt extends LimitPlace {
  side: CapKind
  day: Day
  cap: number
}

/** The count of a limit over some days. */
export interface LimitCount {
  /** In the unit of the limit. */
  delivered: number
  /** Leads that the caps of its side and scope plan. */
  planned: number
}

/** The delivered and planned leads that limits count. */
export interface LimitFacts<Planned extends PlannedAt = PlannedAt> {
  delivered: readonly DeliveredAt[]
  invalid: readonly InvalidOf[]
  planned: readonly Planned[]
}

/** Counts many limits over the same facts. */
export interface LimitCounter<Planned extends PlannedAt> {
  /** Over some days: all delivered leads of the scope, and the leads that caps of its side plan. */
  count: (limit: Limit, days: DayRange) => LimitCount
  /** The caps of its side and scope. */
  listPlanned: (limit: Limit, days: DayRange) => Planned[]
}

export function createLimitCounter<Planned extends PlannedAt>(facts: LimitFacts<Planned>): LimitCounter<Planned> {
  const delivered = atPlaces(facts.delivered)
  // Valid leads are counted by source only, whatever the geo and the advertiser.
  const invalid = atPlaces(facts.invalid.map((row) => ({ ...row, geo: '', advertiserId: null })))
  const bySide = Map.groupBy(facts.planned, ({ side }) => side)
  const planned = new Map([...bySide].map(([side, rows]) => [side, atPlaces(rows)]))
  const listPlanned = (limit: Limit, days: DayRange) => within(planned.get(limit.side) ?? [], createScope(limit), days)
  const countUnit = (limit: Limit, days: DayRange): number => {
    const came = within(delivered, createScope(limit), days)
    if (limit.unit === 'deposits') return sum(came, ({ deposits }) => deposits)
    const leads = sum(came, (row) => row.leads)
    if (limit.unit === 'leads') return leads
    const ofSources = createScope({ ...limit, geos: [], advertiserIds: [] })
    return leads - sum(within(invalid, ofSources, days), (row) => row.leads)
  }
  return {
    listPlanned,
    count: (limit, days) => ({
      delivered: countUnit(limit, days),
      planned: sum(listPlanned(limit, days), ({ cap }) => cap),
    }),
  }
}

/** Groups rows by place, so a place is checked against a scope once and not for each of its days. */
function atPlaces<Row extends LimitPlace>(rows: readonly Row[]): (readonly Row[])[] {
  const keyOf = ({ geo, advertiserId, sourceNumber }: Row) => JSON.stringify([geo, advertiserId, sourceNumber])
  return [...Map.groupBy(rows, keyOf).values()]
}

function within<Row extends LimitPlace & { day: Day }>(
  places: readonly (readonly Row[])[],
  inScope: (place: LimitPlace) => boolean,
  { start, end }: DayRange,
): Row[] {
  return places
    .filter(([first]) => first && inScope(first))
    .flatMap((rows) => rows.filter(({ day }) => day >= start && day <= end))
}

/** The change that saving makes to the planned leads of one cap. */
export interface PlannedChange extends LimitPlace {
  side: CapKind
  day: Day
  by: number
}

/** The planned leads of a limit's period after some changes are saved; null if none of them is in its scope. */
export function planAfter(
  limit: Limit,
  { period, planned }: { period: DayRange | null; planned: number },
  changes: readonly PlannedChange[],
): number | null {
  const inScope = createScope(limit)
  const own = changes.filter(
    (change) =>
      period !== null &&
      change.day >= period.start &&
      change.day <= period.end &&
      change.side === limit.side &&
      inScope(change),
  )
  return own.length === 0 ? null : planned + sum(own, ({ by }) => by)
}

function sum<T>(rows: readonly T[], count: (row: T) => number): number {
  return rows.reduce((total, row) => total + count(row), 0)
}
