import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { createScope, type Limit, type LimitPlace } from './limit.ts'

/** What was delivered at a place on a day, as the rollups count it. */
export interface DeliveredAt extends LimitPlace {
  day: Day
  leads: number
  deposits: number
}

/** Leads of a source and day whose status is invalid. */
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

/** How a limit stands over a stretch of days. */
export interface LimitCount {
  /** In the unit of the limit. */
  delivered: number
  /** Leads that the caps of its side and scope plan. */
  planned: number
}

/** What the days around a limit brought and plan. */
export interface LimitFacts<Planned extends PlannedAt = PlannedAt> {
  delivered: readonly DeliveredAt[]
  invalid: readonly InvalidOf[]
  planned: readonly Planned[]
}

/** Counts many limits over the same facts. */
export interface LimitCounter<Planned extends PlannedAt> {
  /** Over some days: delivered whoever planned it, planned by the caps of its side. */
  count: (limit: Limit, days: DayRange) => LimitCount
  /** The caps of its side and scope. */
  listPlanned: (limit: Limit, days: DayRange) => Planned[]
}

export function createLimitCounter<Planned extends PlannedAt>(facts: LimitFacts<Planned>): LimitCounter<Planned> {
  const delivered = atPlaces(facts.delivered)
  // Valid leads are counted for sources alone, whatever the geo and the advertiser.
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

/** Rows by their place: whether a place is in a scope is asked once, and not for each of its days. */
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

/** What saving would change of what one cap plans, in leads. */
export interface PlannedChange extends LimitPlace {
  side: CapKind
  day: Day
  by: number
}

/** What caps would plan against a limit in a period once some changes are saved; null where none of them is in its scope. */
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
