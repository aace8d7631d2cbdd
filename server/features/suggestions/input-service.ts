import { z } from 'zod'
import type { Cap } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { SAID_DAYS } from '#domain/suggestions/choose.ts'
import { CONVERSION_DAYS, MATURE_DAYS, OWN_WEEKS } from '#domain/suggestions/conversion.ts'
import { OPEN_DAYS, type PastCap, sumOpenDays } from '#domain/suggestions/idle-hours.ts'
import { countInvalid, INVALID_DAYS, type InvalidCount, shareValid } from '#domain/suggestions/invalid.ts'
import { listHistoryDays } from '#domain/suggestions/learn.ts'
import { type ConversionCount, countConversion, type DealWeeks } from '#domain/suggestions/rate.ts'
import type { SweepInput, SweepMemory } from '#domain/suggestions/sweep.ts'
import { readDayStamp } from '#server/features/caps/standing-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { type AnswerCache, createAnswerCache } from '#platform/answer-cache.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { StoredDay } from '#platform/json.ts'
import type { Connector } from '#platform/leads/connector.ts'
import type { Log } from '#platform/log.ts'
import { readSuggestions, type StoredSuggestion } from './content-service.ts'
import { listSameHours, listStatusCounts, sumConversions, sumDealWeeks } from './count-store.ts'
import {
  forecastFrom,
  type History,
  keepCounted,
  learnHistory,
  type Moment,
  momentOf,
  type PastCache,
  readCapsOf,
  readKnowledge,
  recallFor,
} from './learn-service.ts'
import { findState } from './sweep-store.ts'

export interface InputDeps {
  db: Database
  log: Log
  connectors: readonly Pick<Connector, 'name'>[]
  kept: SweepCaches
}

/** What a sweep need not read anew each time. */
export interface SweepCaches {
  past: PastCache
  /** Of leads that are a week old and more. */
  conversions: AnswerCache<Pick<SweepInput, 'conversions' | 'dealWeeks'>>
  /** By id of a cap of today: when leads came on earlier days with its hours. */
  openDays: AnswerCache<SweepInput['openDays']>
}

export function createSweepCaches(clock: Clock): SweepCaches {
  const create = <T>() => createAnswerCache<T>(clock, 1)
  return { past: create(), conversions: create(), openDays: create() }
}

/** What a sweep looks at, and what else is to be known of that moment. */
export interface ReadInput {
  input: Omit<SweepInput, 'forced'>
  /** Days of history. */
  days: number
  /** Of today and tomorrow, whatever became of them. */
  standing: StoredSuggestion[]
}

/** All of it of one moment, but for conversions: they are of leads of long ago, and are counted beside it. */
export async function readInput({ db, ...deps }: InputDeps, at: Instant): Promise<ReadInput> {
  const settings = await readSettings(db)
  const today = zoneOf(settings.timezone).dayOf(at)
  const { timezone, invalidStatuses } = settings
  const counted = recallFor(deps.kept.conversions, [timezone, today, invalidStatuses], async () => ({
    conversions: await readConversions(db, settings, today),
    dealWeeks: await readDealWeeks(db, today),
  }))
  const read = readOneState(db, (tx) => readMomentIn(tx, deps, settings, at))
  const [{ input, history, moment, ...rest }, conversions] = await Promise.all([read, counted])
  await keepCounted(db, history, moment)
  return { ...rest, input: { ...input, ...conversions } }
}

async function readMomentIn(tx: Tx, { log, connectors, kept }: Omit<InputDeps, 'db'>, settings: Settings, at: Instant) {
  const state = await findState(tx)
  const moment = momentOf(await readKnowledge(tx, connectors, settings, at), at)
  const { day: today, zone } = moment.now
  const caps = await readCapsOf(tx, [today, addDays(today, 1)])
  const history = await learnHistory(tx, moment, kept.past)
  const stored = await readSuggestions(tx, { from: addDays(today, -SAID_DAYS) }, log)
  const ofToday = caps.filter(({ date }) => date === today)
  return {
    history,
    moment,
    days: history.days,
    standing: stored.filter(({ suggestion }) => suggestion.subject.day >= today),
    input: {
      now: moment.now,
      blind: moment.blind,
      caps,
      forecastOf: forecastFrom(history, moment),
      pausedOf: createPausedOf(moment.pauses, zone),
      invalid: await readInvalidCounts(tx, settings, today),
      openDays: await recallOpenDays(tx, kept, { caps: ofToday, history, moment }),
      said: stored.map(({ suggestion }) => suggestion),
      memory: StoredMemory.nullable().catch(null).parse(state.memory),
      everyMinutes: settings.aiSuggestionIntervalMinutes,
    },
  }
}

/** They change with the plan of today only, and with what is late. */
async function recallOpenDays(
  tx: Tx,
  { openDays }: SweepCaches,
  { caps, history, moment }: { caps: readonly Cap[]; history: History; moment: Moment },
): Promise<SweepInput['openDays']> {
  const today = moment.now.day
  const key = [moment.now.zone.name, today, history.stamp, await readDayStamp(tx, today)]
  return recallFor(openDays, key, async () => sumOpenDays(caps, await readPastCaps(tx, caps, today), history.counts))
}

/** Those of days of which leads are counted, where they had the hours that they have today. */
async function readPastCaps(tx: Tx, caps: readonly Cap[], today: Day): Promise<PastCap[]> {
  const past = listHistoryDays(today).slice(-1 - OPEN_DAYS, -1)
  const byId = new Map(caps.map((cap) => [cap._id, cap]))
  const rows = await listSameHours(tx, today, past)
  return rows.flatMap(({ id, days }) => {
    const cap = byId.get(id)
    return cap ? days.map((date) => ({ ...cap, date })) : []
  })
}

const StoredMemory: z.ZodType<SweepMemory> = z.object({
  day: StoredDay,
  held: z.record(z.string(), z.number()),
})

/**
 * What became of the leads of each deal with a guarantee that are old enough to have converted. Statuses are counted by
 * source only, so that of each of its deals the same share is taken for valid.
 */
export async function readConversions(
  db: Database,
  { invalidStatuses }: Pick<Settings, 'invalidStatuses'>,
  today: Day,
): Promise<ConversionCount[]> {
  const [from, to] = [addDays(today, -CONVERSION_DAYS), addDays(today, -MATURE_DAYS)]
  const rows = await sumConversions(db, from, to)
  const statuses = await listStatusCounts(db, { from, to, byDay: false })
  const bySource = countInvalid(statuses, readInvalidStatuses(invalidStatuses))
  return rows.map((deal) => countConversion(deal, shareValid(bySource.get(deal.sourceNumber)?.[0])))
}

/** The past of each deal of today, week by week. */
export async function readDealWeeks(db: Database, today: Day): Promise<DealWeeks[]> {
  const to = addDays(today, -MATURE_DAYS)
  const rows = await sumDealWeeks(db, today, addDays(to, 1 - 7 * OWN_WEEKS), to)
  const keyOf = ({ geo, advertiserId, sourceNumber }: (typeof rows)[number]) =>
    JSON.stringify([geo, advertiserId, sourceNumber])
  return [...Map.groupBy(rows, keyOf).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const oldest = Math.max(...own.map(({ week }) => week))
    const weeks = Array.from({ length: oldest + 1 }, () => ({ leads: 0, deposits: 0 }))
    for (const { week, leads, deposits } of own) weeks[week] = { leads, deposits }
    const { geo, advertiserId, sourceNumber } = first
    return [{ geo, advertiserId, sourceNumber, weeks }]
  })
}

/** How many leads of each source that sent some today are invalid, and how many were in the days before. */
export async function readInvalidCounts(
  db: Database,
  { invalidStatuses }: Pick<Settings, 'invalidStatuses'>,
  today: Day,
): Promise<InvalidCount[]> {
  const counts = await listStatusCounts(db, { from: addDays(today, -INVALID_DAYS), to: today, byDay: true })
  return [...countInvalid(counts, readInvalidStatuses(invalidStatuses))].flatMap(([sourceNumber, days]) => {
    const ofToday = days.find(({ day }) => day === today)
    return ofToday ? [{ ...ofToday, sourceNumber, before: days.filter(({ day }) => day < today) }] : []
  })
}
