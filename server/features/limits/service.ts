import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { addDays, daysBetween, type Day } from '#domain/kernel/day.ts'
import { spanOfDays } from '#domain/hours/paused-time.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import { END_OF_DAY } from '#domain/hours/working-hours.ts'
import { checkDayRange, daysOf, type DayRange, type DayRangeRefusal } from '#domain/kernel/day-range.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, type Result } from '#domain/kernel/result.ts'
import { zoneOf, type Zone } from '#domain/kernel/zone.ts'
import { createLimitCounter, type LimitCount, type LimitCounter, type LimitFacts } from '#domain/limits/count.ts'
import { findFullAt, type ExpectedDay, type ExpectedLeads } from '#domain/limits/full-at.ts'
import { createScope, periodOf, periodsWithin, type Limit, type LimitPlace } from '#domain/limits/limit.ts'
import { createPausedOf, type PlannedPlace } from '#domain/pauses/paused-caps.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import { readGroupOwners } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { listDelivered, listLimits, listPlannedCaps, listStatuses, type PlannedRow } from './store.ts'

export interface LimitDeps {
  db: Database
  clock: Clock
}

/** A limit, with its count over the period of a day. */
export interface LimitState extends LimitCount {
  limit: Limit
  /** Null where it does not hold on that day: nothing is counted then. */
  period: DayRange | null
  /** When it will be full at the current pace; null if it is full, or will not be in its period. */
  fullAt: { day: Day; minutes: number } | null
}

/** Every limit with its count on a day; those that will be full first come first. */
export async function readLimits(db: Database, now: Instant, day: Day | null): Promise<LimitState[]> {
  const settings = await readSettings(db)
  const zone = zoneOf(settings.timezone)
  const today = zone.dayOf(now)
  const of = day ?? today
  const limits = (await listLimits(db)).map((limit) => ({ limit, period: periodOf(limit, of) }))
  const periods = limits.flatMap(({ period }) => period ?? [])
  const facts = await readFacts(db, { settings, each: today }, periods)
  const counter = createLimitCounter(facts)
  const ahead = await createAhead(db, zone, now, { facts, counter })
  const states = limits.map(({ limit, period }): LimitState => {
    if (!period) return { limit, period, delivered: 0, planned: 0, fullAt: null }
    const count = counter.count(limit, period)
    return { limit, period, ...count, fullAt: ahead(limit, period, count) }
  })
  return states.toSorted(compareStates)
}

/** The limits of leads that cover a cap of these days. `left`: leads that may still be planned; below 0 if there are too many. */
export async function readLeft(db: Database, days: readonly Day[]) {
  const limits = (await listLimits(db)).filter(({ unit, number }) => unit === 'leads' && number !== null)
  const held = days.flatMap((day) =>
    limits.flatMap((limit) => {
      const period = periodOf(limit, day)
      return period ? { limit, day, period, isCovered: createScope(limit) } : []
    }),
  )
  const cuts = held.flatMap(({ period: { start, end } }) => [start, addDays(end, 1)]).toSorted()
  const [start, after] = [cuts[0], cuts.at(-1)]
  const planned = start && after ? await listPlannedCaps(db, { start, end: addDays(after, -1), cuts }) : []
  const { count } = createLimitCounter({ delivered: [], invalid: [], planned })
  const rooms = held.map(({ limit, day, period, isCovered }) => ({
    day,
    side: limit.side,
    isCovered,
    key: `${limit._id} ${period.start}`,
    left: (limit.number ?? 0) - count(limit, period).planned,
  }))
  return (cap: LimitPlace & { date: Day; kind: CapKind }) =>
    rooms.filter((room) => room.day === cap.date && room.side === cap.kind && room.isCovered(cap))
}

/** A period of a limit, as it was. */
export interface LimitPeriodCount extends LimitCount {
  period: DayRange
}

/** The last periods of a limit up to that of today, newest first; for a range its only period. */
export async function readLimitPeriods(
  db: Database,
  now: Instant,
  id: string,
  most: number,
): Promise<LimitPeriodCount[] | null> {
  const settings = await readSettings(db)
  const limit = (await listLimits(db)).find(({ _id }) => _id === id)
  if (!limit) return null
  const periods = listPeriods(limit, zoneOf(settings.timezone).dayOf(now), most)
  const { count } = createLimitCounter(await readFacts(db, { settings, each: null }, periods))
  return periods.map((period) => ({ period, ...count(limit, period) }))
}

/** Every limit in each of its periods that has a day of a range, by limit, oldest first. */
export async function readLimitsOver(
  db: Database,
  asked: DayRange,
  most: number,
): Promise<Result<(LimitPeriodCount & { limit: Limit })[], DayRangeRefusal>> {
  const range = checkDayRange(asked, most)
  if (!range.ok) return range
  const limits = (await listLimits(db)).map((limit) => ({ limit, periods: periodsWithin(limit, range.value) }))
  const all = limits.flatMap(({ periods }) => periods)
  const facts = await readFacts(db, { settings: await readSettings(db), each: null }, all)
  const { count } = createLimitCounter(facts)
  return accept(
    limits.flatMap(({ limit, periods }) => periods.map((period) => ({ limit, period, ...count(limit, period) }))),
  )
}

/** The limits of today that a chat may see: in a partner's group only those that name nobody else. */
export async function readShownLimits(
  db: Database,
  now: Instant,
  chat: { id: string; isPrivate: boolean },
): Promise<LimitState[]> {
  const states = (await readLimits(db, now, null)).filter(({ period }) => period !== null)
  if (chat.isPrivate) return states
  const { advertisers, publishers } = await readGroupOwners(db, chat.id)
  if (advertisers.length + publishers.length === 0) return states
  const [buyers, sources] = [new Set(advertisers.map(({ key }) => key)), new Set(publishers.map(({ key }) => key))]
  const isTheirs = (named: readonly string[], own: ReadonlySet<string>) =>
    named.length > 0 && named.every((one) => own.has(one))
  return states.filter(({ limit }) =>
    limit.side === 'broker' ? isTheirs(limit.advertiserIds, buyers) : isTheirs(limit.sourceNumbers, sources),
  )
}

function listPeriods(limit: Limit, today: Day, most: number): DayRange[] {
  const periods: DayRange[] = []
  let day = limit.lastDay !== null && limit.lastDay < today ? limit.lastDay : today
  while (periods.length < most) {
    const period = periodOf(limit, day)
    if (!period) break
    periods.push(period)
    day = addDays(period.start, -1)
  }
  return periods
}

type Facts = LimitFacts<PlannedRow>

/** Delivered and planned leads of some spans of days; from a day on the plan is given per day. */
async function readFacts(
  db: Database,
  { settings, each }: { settings: Settings; each: Day | null },
  ranges: readonly DayRange[],
): Promise<Facts> {
  const cuts = ranges.flatMap(({ start, end }) => [start, addDays(end, 1)]).toSorted()
  const [start, after] = [cuts[0], cuts.at(-1)]
  if (start === undefined || after === undefined) return { delivered: [], invalid: [], planned: [] }
  const end = addDays(after, -1)
  const ahead = each === null || each > after ? [] : daysOf({ start: each, end: after })
  const past = { start, end, cuts: [...cuts, ...ahead.slice(0, 2)] }
  const [delivered, statuses, planned] = await Promise.all([
    listDelivered(db, past),
    listStatuses(db, past),
    listPlannedCaps(db, { start, end, cuts: [...cuts, ...ahead] }),
  ])
  const invalidStatuses = readInvalidStatuses(settings.invalidStatuses)
  const isInvalid = ({ status }: { status: string }) => invalidStatuses.has(foldStatus(status))
  return { delivered, invalid: statuses.filter(isInvalid), planned }
}

/** A day without caps brings as much as a day of the period brought so far. */
const UNKNOWN_HOURS = { kind: 'unknown' } as const

/** Predicts when limits will be full: caps of today bring their remaining leads, later caps what they plan. */
async function createAhead(
  db: Database,
  zone: Zone,
  now: Instant,
  { facts, counter }: { facts: Facts; counter: LimitCounter<PlannedRow> },
) {
  const { day: today, minutes } = zone.localTimeOf(now)
  const pauses = await readPauses(db, { from: spanOfDays({ start: today, end: today }, zone).from, until: null })
  const pausedOf = createPausedOf(pauses, zone)
  const cameToday = new Map<string, number>()
  for (const { day, geo, advertiserId, sourceNumber, leads } of facts.delivered) {
    if (day !== today) continue
    for (const buyer of [advertiserId, null]) {
      const key = JSON.stringify([geo, buyer, sourceNumber])
      cameToday.set(key, (cameToday.get(key) ?? 0) + leads)
    }
  }
  const known = new Map<PlannedRow, ExpectedPart>()
  /** The same for each limit that counts it. */
  const partOf = (row: PlannedRow): ExpectedPart => {
    const found = known.get(row)
    if (found) return found
    const place: PlannedPlace = { ...row, date: row.day }
    const key = JSON.stringify([row.geo, row.advertiserId, row.sourceNumber])
    const came = row.day === today ? (cameToday.get(key) ?? 0) : 0
    const [hours, paused] = [hoursOn({ ...row, date: row.day }, zone), pausedOf(place)]
    const part = { leads: Math.max(0, row.cap - came), hours, paused, time: JSON.stringify([hours, paused]) }
    known.set(row, part)
    return part
  }
  return (limit: Limit, period: DayRange, { delivered }: LimitCount): LimitState['fullAt'] => {
    if (limit.number === null || period.end < today) return null
    const left = limit.number - delivered
    if (left <= 0) return null
    const from = period.start > today ? period.start : today
    const byDay = Map.groupBy(counter.listPlanned(limit, { start: from, end: period.end }), ({ day }) => day)
    const passed = Math.max(0, daysBetween(period.start, today)) + Math.max(minutes, 1) / END_OF_DAY
    /** What a day without caps brings from a minute on. */
    const usual = (minute: number): ExpectedLeads => {
      const leads = (delivered / passed) * (1 - minute / END_OF_DAY)
      return { leads, hours: UNKNOWN_HOURS, paused: [] }
    }
    // Deposits and valid leads follow leads: the same share of planned leads as of delivered ones.
    const ratio =
      limit.unit === 'leads' ? 1 : shareOfLeads(delivered, counter.count({ ...limit, unit: 'leads' }, period))
    const days: ExpectedDay[] = []
    for (let day = from; day <= period.end; day = addDays(day, 1)) {
      const planned = byDay.get(day)
      const begin = day === today ? minutes : 0
      const parts = planned ? gather(planned.map(partOf), ratio) : [usual(begin)]
      days.push({ day, from: begin, parts })
    }
    return findFullAt(left, days)
  }
}

function shareOfLeads(counted: number, { delivered }: LimitCount): number {
  return delivered === 0 ? 0 : counted / delivered
}

interface ExpectedPart extends ExpectedLeads {
  /** Its hours and pauses, as a text. */
  time: string
}

/** Caps of the same hours and pauses are one. */
function gather(parts: readonly ExpectedPart[], ratio: number): ExpectedLeads[] {
  const groups = Map.groupBy(parts, ({ time }) => time)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, leads: ratio * same.reduce((sum, { leads }) => sum + leads, 0) }] : []
  })
}

/** Full ones, then by when they will be, then by how full they are. */
function compareStates(a: LimitState, b: LimitState): number {
  return rankOf(a) - rankOf(b) || compareFull(a.fullAt, b.fullAt) || shareOf(b) - shareOf(a)
}

function rankOf({ limit, period, delivered, fullAt }: LimitState): number {
  if (!period) return 4
  if (limit.number === null) return 3
  // A limit of 0 to which nothing came is not the most pressing one.
  if (delivered > 0 && delivered >= limit.number) return 0
  return fullAt ? 1 : 2
}

function compareFull(a: LimitState['fullAt'], b: LimitState['fullAt']): number {
  if (!a || !b || (a.day === b.day && a.minutes === b.minutes)) return 0
  return a.day < b.day || (a.day === b.day && a.minutes < b.minutes) ? -1 : 1
}

function shareOf({ limit, delivered }: LimitState): number {
  return limit.number ? delivered / limit.number : 0
}
