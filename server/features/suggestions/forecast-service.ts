import type { Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { LocalTime } from '#domain/kernel/zone.ts'
import { covers } from '#domain/pauses/pause.ts'
import type { Forecast, FullAt, SlotCount, Subject } from '#domain/suggestions/forecast.ts'
import { computeFullAt, seenAt } from '#domain/suggestions/course.ts'
import type { HitRates } from '#domain/suggestions/hit-rate.ts'
import { forecastCap } from '#domain/suggestions/seen-cap.ts'
import type { SweepInput } from '#domain/suggestions/sweep.ts'
import { readDayStamp } from '#server/features/caps/standing-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { createAnswerCache } from '#platform/answer-cache.ts'
import type { Clock } from '#platform/clock.ts'
import { readDataVersion } from '#platform/db/data-version.ts'
import type { Database } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import type { Connector } from '#platform/leads/connector.ts'
import {
  forecastFrom,
  keepCounted,
  learnHistory,
  momentOf,
  readCapsOf,
  readKnowledge,
  recallFor,
  type History,
  type Knowledge,
  type Moment,
  type PastCounts,
} from './learn-service.ts'

export interface ForecastDeps {
  db: Database
  clock: Clock
  connectors: readonly Pick<Connector, 'name'>[]
  kept: ForecastCaches
}

/** What was learnt, and of which data. */
interface Learning {
  history: History
  version: number
  /** Leads are known up to here in it. */
  known: LocalTime
}

/** What need not be read or learnt anew: of one day, and of the one that begins meanwhile. */
export function createForecastCaches(clock: Clock) {
  const create = <T>() => createAnswerCache<T>(clock, 2)
  return {
    past: create<PastCounts>(),
    histories: create<Learning>(),
    forecasts: create<DayForecast>(),
    /** By the day that they are asked on. */
    hitRates: create<HitRates>(),
    /** Of leads that are a week old and more. */
    conversions: create<Pick<SweepInput, 'conversions' | 'dealWeeks'>>(),
    /** By id of a cap of today: when leads came on earlier days with its hours. */
    openDays: create<SweepInput['openDays']>(),
    /** The version of the data that is learnt from, of the one that they have now. */
    pace: createPace(clock),
  }
}

export type ForecastCaches = ReturnType<typeof createForecastCaches>

/** Learning keeps the process for a moment: from newer data at most once in this time, however often leads come. */
const LEAST_AGE = MINUTE

function createPace(clock: Clock): (version: number) => number {
  let taken: { version: number; since: Instant } | null = null
  return (version) => {
    const now = clock.now()
    const isRecent = taken !== null && now >= taken.since && now - taken.since < LEAST_AGE
    if (!taken || (version > taken.version && !isRecent)) taken = { version, since: now }
    return taken.version
  }
}

export type Outlook = Pick<Forecast, 'delivered' | 'total'>

export interface DayForecast {
  day: Day
  at: Instant
  /** Days of history. */
  days: number
  /** `planned`: the leads of the cap. */
  caps: (Outlook & { id: string; planned: number; fullAt: FullAt })[]
  all: Outlook | null
  byGeo: (Outlook & { geo: string })[]
  byBroker: (Outlook & { advertiserId: string })[]
  bySource: (Outlook & { sourceNumber: string })[]
}

/** `not-today`: another day has none. `no-sync`: leads are not known up to now, and what is said would be of long ago. */
export interface NoForecast {
  reason: 'not-today' | 'no-sync'
}

/** What was learnt, at most a minute before the last leads came. `before`: what is known of the day already, and of which data. */
async function recallDay(
  { db, kept }: ForecastDeps,
  day: Day,
  before: Knowledge & { version: number },
  at: Instant,
): Promise<Result<Learning & { moment: Moment }, NoForecast>> {
  const { version } = before
  const moment = momentOf(before, at)
  if (moment.now.day !== day) return refuse({ reason: 'not-today' })
  if (moment.blind) return refuse({ reason: 'no-sync' })
  const key = JSON.stringify([day, moment.now.zone.name])
  const learning = await kept.histories.recall(key, kept.pace(version), HOUR, async () => {
    // All of it of one moment.
    const value = await readOneState(db, async (tx) => ({
      version: await readDataVersion(tx),
      history: await learnHistory(tx, moment, kept.past),
      known: moment.known,
    }))
    await keepCounted(db, value.history, moment)
    return { version: value.version, value }
  })
  // What was learnt before the last leads came looks at the moment up to which it knew them.
  const known = learning.version < version ? learning.known : moment.known
  return accept({ ...learning, moment: { ...moment, known } })
}

/**
 * What today will come to. It is another one as soon as caps of the day are, and up to a minute later than leads are:
 * until then its leads of today too are those of before.
 */
export async function readDayForecast(deps: ForecastDeps, day: Day): Promise<Result<DayForecast, NoForecast>> {
  const { db, clock, connectors, kept } = deps
  const at = clock.now()
  const knowledge = await readKnowledge(db, connectors, await readSettings(db), at)
  // The version is read after the sync: leads may be newer than it, never older.
  const found = await recallDay(deps, day, { ...knowledge, version: await readDataVersion(db) }, at)
  if (!found.ok) return found
  const { history, version, moment } = found.value
  const paused = moment.pauses.map((pause) => [pause._id, pause.until, pause.endedAt])
  // A forecast changes each minute while a feed is behind.
  const until = [moment.known.minutes, moment.now.minutes]
  const key = [day, moment.now.zone.name, until, await readDayStamp(db, day), paused, version]
  return accept(await recallFor(kept.forecasts, key, () => forecastDay(db, { history, moment, at })))
}

/**
 * What one cap of today will come to, of the same knowledge, by what is known of all feeds and as it is seen now; null where too
 * little is known of its day.
 */
export async function readCapForecast(
  deps: ForecastDeps,
  cap: Cap,
  before: Knowledge & { version: number },
): Promise<{ known: Forecast; seen: Forecast } | null> {
  const found = await recallDay(deps, cap.date, before, deps.clock.now())
  if (!found.ok) return null
  const { history, moment } = found.value
  const known = forecastCap(cap, moment.now.zone, forecastFrom(history, moment))
  return known && { known, seen: seenAt(known, moment.now.minutes) }
}

async function forecastDay(
  db: Database,
  { history, moment, at }: { history: History; moment: Moment; at: Instant },
): Promise<DayForecast> {
  const forecastOf = forecastFrom(history, moment)
  const { day, zone, minutes } = moment.now
  const caps = await readCapsOf(db, [day])
  const names = <Name extends string>(nameOf: (count: SlotCount) => Name) =>
    [...new Set(history.counts.map(nameOf))].toSorted()
  const outlook = <Part extends Partial<Subject>>(part: Part): (Part & Outlook)[] => {
    const subject = { ...ALL_LEADS, ...part }
    const found = forecastOf(subject)
    // Of what has had caps nothing is expected on a day without one, as long as no lead comes.
    if (
      !found ||
      (found.hadCaps && found.delivered === 0 && !found.laterBySlot.at(-1) && !caps.some((cap) => covers(subject, cap)))
    )
      return []
    return [{ ...part, ...show(seenAt(found, minutes)) }]
  }
  const all = forecastOf(ALL_LEADS)
  return {
    day,
    at,
    days: history.past.stamps.size,
    caps: caps.flatMap((cap) => {
      const known = forecastCap(cap, zone, forecastOf)
      const found = known && seenAt(known, minutes)
      return found ? [{ id: cap._id, ...show(found), planned: cap.cap, fullAt: computeFullAt(found, cap.cap) }] : []
    }),
    all: all && show(seenAt(all, minutes)),
    byGeo: names(({ geo }) => geo).flatMap((geo) => outlook({ geo })),
    byBroker: names(({ advertiserId }) => advertiserId).flatMap((advertiserId) => outlook({ advertiserId })),
    bySource: names(({ sourceNumber }) => sourceNumber).flatMap((sourceNumber) => outlook({ sourceNumber })),
  }
}

const ALL_LEADS: Subject = { geo: null, advertiserId: null, sourceNumber: null }

function show({ delivered, total }: Forecast): Outlook {
  return { delivered, total }
}
