import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { judgeOutcome, listCapIds, type OutcomeSum, sumOutcomes, UNKNOWN_OUTCOME } from '#domain/suggestions/follow.ts'
import { findToldHour, HIT_RATE_DAYS, type HitRates, roundBand } from '#domain/suggestions/hit-rate.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { readStored, readSuggestions, type StoredSuggestion } from './content-service.ts'
import { sumDelivered } from './count-store.ts'
import { createForecastCaches, type ForecastDeps, readDayForecast } from './forecast-service.ts'
import { recallFor } from './learn-service.ts'
import { hasToldBands, insertToldBands, judgeAllBands, judgeCapBands, listSuggestions, saveOutcome } from './store.ts'

/**
 * Finds out what became of what was applied for days that are over. Of yesterday from the time of the daily summary on:
 * by then its last leads have come.
 */
export async function followUp(tx: Tx, settings: Settings, now: Instant): Promise<void> {
  const local = zoneOf(settings.timezone).localTimeOf(now)
  const isMorning = local.minutes >= parseTimeOfDay(settings.summaryTime)
  const to = addDays(local.day, isMorning ? -1 : -2)
  const rows = await listSuggestions(tx, { to, state: 'applied', outcome: null })
  if (rows.length === 0) return
  const stored = new Map((await readStored(tx, rows)).map((one) => [one.id, one]))
  for (const { id } of rows) {
    const one = stored.get(id)
    // What was taken back, or cannot be read, is not asked about again.
    // Of traffic that was paused nothing could come.
    const isApplied = one?.state === 'applied' && one.decision?.batch?.kind !== 'pause'
    await saveOutcome(tx, id, isApplied ? judgeOutcome(one.suggestion, await readResult(tx, one)) : UNKNOWN_OUTCOME)
  }
  await announce(tx, { topic: 'suggestions', days: [...new Set(rows.map(({ day }) => day))].toSorted() })
}

export async function followUpNow({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.transaction().execute(async (tx) => followUp(tx, await readSettings(tx), clock.now()))
}

/** What became of all that was applied for a day, and not taken back; null where nothing was. */
export async function readOutcomes(db: Database, day: Day): Promise<OutcomeSum | null> {
  const stored = await readSuggestions(db, { from: day, to: day })
  const outcomes = stored.flatMap(({ outcome }) => outcome ?? [])
  return outcomes.length === 0 ? null : sumOutcomes(outcomes)
}

async function readResult(tx: Tx, { suggestion: { subject, action } }: StoredSuggestion) {
  const caps = await readCapsByIds(tx, listCapIds(action))
  return { caps, delivered: await sumDelivered(tx, subject) }
}

/** Keeps what is foretold at a fixed hour of today, once; nothing at other hours, or where nothing can be foretold. */
export async function keepToldBands(deps: ForecastDeps): Promise<void> {
  const { db, clock } = deps
  const { day, minutes } = (await readZone(db)).localTimeOf(clock.now())
  const hour = findToldHour(minutes)
  if (hour === null || (await hasToldBands(db, day, hour))) return
  // By all that is known now: of what was learnt before only past days are kept.
  const kept = { ...createForecastCaches(clock), past: deps.kept.past }
  const found = await readDayForecast({ ...deps, kept }, day)
  if (!found.ok || !found.value.all) return
  const { at, all } = found.value
  const caps = found.value.caps.map(({ id, total }) => ({ id, ...roundBand(total) }))
  await insertToldBands(db, { day, hour, at, ...roundBand(all.total), caps })
}

/** How often what was foretold has held in the days before today. Leads of past days hardly ever change: counted anew each hour. */
export async function recallHitRates({ db, kept }: Pick<ForecastDeps, 'db' | 'kept'>, today: Day): Promise<HitRates> {
  const [from, to] = [addDays(today, -HIT_RATE_DAYS), addDays(today, -1)]
  return recallFor(kept.hitRates, today, async () => ({
    all: await judgeAllBands(db, from, to),
    caps: await judgeCapBands(db, from, to),
  }))
}
