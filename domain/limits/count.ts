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
export interface LimitFacts {
  delivered: readonly DeliveredAt[]
  invalid: readonly InvalidOf[]
  planned: readonly PlannedAt[]
}

/** Counts for a limit over some days: delivered whoever planned it, planned by the caps of its side. */
export function countLimit(limit: Limit, { start, end }: DayRange, facts: LimitFacts): LimitCount {
  const isWithin = ({ day }: { day: Day }) => day >= start && day <= end
  const inScope = createScope(limit)
  const delivered = facts.delivered.filter((row) => isWithin(row) && inScope(row))
  const planned = facts.planned.filter((row) => isWithin(row) && row.side === limit.side && inScope(row))
  // Valid leads are counted for sources alone, whatever the geo and the advertiser.
  const ofSources = createScope({ ...limit, geos: [], advertiserIds: [] })
  const invalid = facts.invalid.filter((row) => isWithin(row) && ofSources({ ...row, geo: '', advertiserId: null }))
  return { delivered: countUnit(limit, delivered, invalid), planned: sum(planned, ({ cap }) => cap) }
}

/** The same over several stretches of days, in their order; which rows are in scope is looked at once. */
export function countPeriods(limit: Limit, periods: readonly DayRange[], facts: LimitFacts): LimitCount[] {
  const inScope = createScope(limit)
  const own = { ...facts, delivered: facts.delivered.filter(inScope), planned: facts.planned.filter(inScope) }
  return periods.map((period) => countLimit(limit, period, own))
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

function countUnit({ unit }: Limit, delivered: readonly DeliveredAt[], invalid: readonly InvalidOf[]): number {
  switch (unit) {
    case 'leads':
      return sum(delivered, ({ leads }) => leads)
    case 'deposits':
      return sum(delivered, ({ deposits }) => deposits)
    case 'validLeads':
      return sum(delivered, ({ leads }) => leads) - sum(invalid, ({ leads }) => leads)
  }
}

function sum<T>(rows: readonly T[], count: (row: T) => number): number {
  return rows.reduce((total, row) => total + count(row), 0)
}
