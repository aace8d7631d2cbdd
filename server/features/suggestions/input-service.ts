import { z } from 'zod'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { SAID_DAYS } from '#domain/suggestions/choose.ts'
import { CONVERSION_DAYS, MATURE_DAYS, OWN_WEEKS } from '#domain/suggestions/conversion.ts'
import { OPEN_DAYS, sumOpenDays } from '#domain/suggestions/idle-hours.ts'
import { countInvalid, INVALID_DAYS, type InvalidCount, shareValid } from '#domain/suggestions/invalid.ts'
import { listHistoryDays } from '#domain/suggestions/learn.ts'
import { type ConversionCount, countConversion, type DealWeeks } from '#domain/suggestions/rate.ts'
import type { SweepInput, SweepMemory } from '#domain/suggestions/sweep.ts'
import { readDayStamp } from '#server/features/caps/standing-service.ts'
import { readLeft } from '#server/features/limits/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { StoredDay } from '#platform/json.ts'
import { type ListDeps, readSuggestions } from './content-service.ts'
import { listSameHours, listStatusCounts, sumConversions, sumDealWeeks } from './count-store.ts'
import type { ForecastDeps } from './forecast-service.ts'
import {
  forecastFrom,
  keepCounted,
  learnHistory,
  momentOf,
  readCapsOf,
  readKnowledge,
  recallFor,
} from './learn-service.ts'
import { findState } from './sweep-store.ts'

export type InputDeps = ForecastDeps & ListDeps

/** What a sweep looks at, and what else is to be known of that moment. */
export interface ReadInput {
  input: Omit<SweepInput, 'forced'>
  /** Days of history. */
  days: number
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
  const [{ input, history, moment }, conversions] = await Promise.all([read, counted])
  await keepCounted(db, history, moment)
  return { input: { ...input, ...conversions }, days: history.past.stamps.size }
}

async function readMomentIn(tx: Tx, { log, connectors, kept }: Omit<InputDeps, 'db'>, settings: Settings, at: Instant) {
  const state = await findState(tx)
  const moment = momentOf(await readKnowledge(tx, connectors, settings, at), at)
  const { day: today, zone } = moment.now
  const caps = await readCapsOf(tx, [today, addDays(today, 1)])
  const history = await learnHistory(tx, moment, kept.past)
  const said = await readSuggestions(tx, { from: addDays(today, -SAID_DAYS) }, log)
  const ofToday = caps.filter(({ date }) => date === today)
  const past = listHistoryDays(today).slice(-1 - OPEN_DAYS, -1)
  // They change with the plan of today only, and with what is late.
  const openDays = [zone.name, today, ...history.past.stamps, await readDayStamp(tx, today)]
  return {
    history,
    moment,
    input: {
      now: moment.now,
      blind: moment.blind,
      caps,
      forecastOf: forecastFrom(history, moment),
      pausedOf: createPausedOf(moment.pauses, zone),
      limitsOf: await readLeft(tx, [today, addDays(today, 1)]),
      invalid: await readInvalidCounts(tx, settings, today),
      openDays: await recallFor(kept.openDays, openDays, async () =>
        sumOpenDays(ofToday, await listSameHours(tx, today, past), history.past.counts),
      ),
      said: said.map(({ suggestion }) => suggestion),
      memory: StoredMemory.nullable().catch(null).parse(state.memory),
      everyMinutes: settings.aiSuggestionIntervalMinutes,
    },
  }
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
  return sumDealWeeks(db, today, addDays(to, 1 - 7 * OWN_WEEKS), to)
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
