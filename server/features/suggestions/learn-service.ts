import { CAP_KINDS, type Cap } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type LocalTime, type Zone } from '#domain/kernel/zone.ts'
import type { SlotCount } from '#domain/suggestions/forecast.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import { listHistoryDays, learn, type Learnt } from '#domain/suggestions/learn.ts'
import type { SweepInput } from '#domain/suggestions/sweep.ts'
import { listPausedWindows, spanOfDays } from '#domain/hours/paused-time.ts'
import { spansOver, type Pause } from '#domain/pauses/pause.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readDayCaps } from '#server/features/caps/service.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import { readDaysOffOf } from '#server/features/plans/day-off-service.ts'
import type { AnswerCache } from '#platform/answer-cache.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Connector } from '#platform/leads/connector.ts'
import {
  countDays,
  listCountedDays,
  listCountStamps,
  listPlanned,
  listSlotCounts,
  saveCountedDays,
  type CountedDay,
} from './count-store.ts'

/** Which moment is looked at. */
export interface Moment {
  now: LocalTime
  /** Leads of today are known up to here: the end of the last good lead sync. */
  known: LocalTime
  /** That is too long ago to say anything of now; in the first hour of a day `known` does not tell. */
  blind: boolean
  /** Of today and tomorrow. */
  pauses: readonly Pause[]
}

/** What a moment is known by. */
export interface Knowledge {
  settings: Settings
  syncedAt: Instant | null
  /** Of today and tomorrow. */
  pauses: readonly Pause[]
}

export async function readKnowledge(
  db: Database,
  connectors: readonly Pick<Connector, 'name'>[],
  settings: Settings,
  at: Instant,
): Promise<Knowledge> {
  const zone = zoneOf(settings.timezone)
  const syncedAt = await readSyncedAt({ db, connectors })
  return { settings, syncedAt, pauses: await readPausesAhead(db, zone.localTimeOf(at)) }
}

/** The pauses of today and tomorrow, which sweeps look at. */
export async function readPausesAhead(db: Database, { day, zone }: LocalTime): Promise<Pause[]> {
  return readPauses(db, spanOfDays({ start: day, end: addDays(day, 1) }, zone))
}

export function momentOf({ settings, syncedAt, pauses }: Knowledge, at: Instant): Moment {
  const zone = zoneOf(settings.timezone)
  const now = zone.localTimeOf(at)
  const synced = syncedAt === null ? null : zone.localTimeOf(syncedAt)
  const minutes = synced?.day === now.day ? Math.min(now.minutes, synced.minutes) : 0
  // Leads that are known up to longer ago say nothing of now; where they are seldom fetched, one sync may be missed.
  const blind = syncedAt === null || at - syncedAt > Math.max(HOUR, 2 * settings.leadsSyncIntervalMinutes * MINUTE)
  return { now, known: { ...now, minutes }, blind, pauses }
}

export interface History {
  counts: SlotCount[]
  learnt: Learnt
  past: PastCounts
}

/** What is read of past days, which hardly ever change. */
export interface PastCounts {
  counts: SlotCount[]
  /** Those of them that are not kept yet. */
  counted: CountedDay[]
  /** Of the days before today of which leads are known: another one as soon as the day has other leads. */
  stamps: ReadonlyMap<Day, string>
}

/** The caps of some days, of both kinds. */
export async function readCapsOf(db: Database, days: readonly Day[]): Promise<Cap[]> {
  const caps: Cap[] = []
  for (const day of days) for (const kind of CAP_KINDS) caps.push(...(await readDayCaps(db, kind, day)))
  return caps
}

/** What was made of this less than an hour ago: whatever it is made of is part of the key. */
export async function recallFor<T>(cache: AnswerCache<T>, key: unknown, make: () => Promise<T>): Promise<T> {
  return cache.recall(JSON.stringify(key), 0, HOUR, async () => ({ version: 0, value: await make() }))
}

/** What is learnt from the leads of the last weeks and of today so far. */
export async function learnHistory(tx: Tx, { now }: Moment, cache: AnswerCache<PastCounts>): Promise<History> {
  const { zone } = now
  const days = listHistoryDays(now.day).slice(0, -1)
  const stamps = await listCountStamps(tx, days)
  const past = await recallFor(cache, [zone.name, now.day, ...stamps], () => countPast(tx, stamps, zone))
  const ofToday = await countDays(tx, [now.day], zone)
  const counts = [...past.counts, ...ofToday.flatMap(listSlotCounts)]
  const daysOff = await readDaysOffOf(tx, { start: days[0] ?? now.day, end: now.day })
  const atRest = daysOff.map(({ effect, ...one }) => ({ ...one, rests: one.side === 'geo' || effect !== 'keep' }))
  return { counts, learnt: learn(counts, now.day, await listPlanned(tx, days), atRest), past }
}

/** Only days that changed since they were counted are counted again. */
async function countPast(tx: Tx, stamps: ReadonlyMap<Day, string>, zone: Zone): Promise<PastCounts> {
  const known = await listCountedDays(tx, stamps, zone)
  const isKnown = new Set(known.map(({ day }) => day))
  const others = [...stamps.keys()].filter((day) => !isKnown.has(day))
  const counted = others.length === 0 ? [] : await countDays(tx, others, zone)
  return { counts: [...known, ...counted].flatMap(listSlotCounts), counted, stamps }
}

/** Keeps what was counted anew for whoever starts next; once, and outside of the transaction that read it. */
export async function keepCounted(db: Database, { past }: History, { now: { zone } }: Moment): Promise<void> {
  const [counted, since] = [past.counted.splice(0), [...past.stamps.keys()][0]]
  if (counted.length > 0 && since !== undefined) await saveCountedDays(db, counted, past.stamps, { zone, since })
}

/** What will have come of a subject by the end of today, but for what is paused of all of it; null where there is too little history. */
export function forecastFrom({ learnt }: History, { known, pauses }: Moment): SweepInput['forecastOf'] {
  return (subject, hours) => {
    const paused = listPausedWindows(spansOver(pauses, subject), known.zone, known.day)
    const found = forecast(learnt, subject, known, { ...(hours && { hours }), paused })
    return found.ok ? found.value : null
  }
}
