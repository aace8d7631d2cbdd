import { HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf, type LocalTime, type Zone } from '#domain/kernel/zone.ts'
import type { Forecast, SlotCount, Subject } from '#domain/suggestions/forecast.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import { listHistoryDays, learn, type Learnt } from '#domain/suggestions/learn.ts'
import { listPausedWindows, spanOfDays } from '#domain/hours/paused-time.ts'
import { spansOver, type Pause } from '#domain/pauses/pause.ts'
import type { Hours } from '#domain/hours/working-hours.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readSyncedAt } from '#server/features/feeds/service.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import type { AnswerCache } from '#platform/answer-cache.ts'
import type { Database } from '#platform/db/database.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { countSlots, findCountStamp, listPlanned } from './count-store.ts'

/** Leads that are known up to longer ago say nothing of now; where they are seldom fetched, one sync may be missed. */
function mostBehind({ leadsSyncIntervalMinutes }: Settings): number {
  return Math.max(HOUR, 2 * leadsSyncIntervalMinutes * MINUTE)
}

/** Which moment is looked at. */
export interface Moment {
  zone: Zone
  now: LocalTime
  /** Leads of today are known up to here: the end of the last good lead sync. */
  known: LocalTime
  /** That is too long ago to say anything of now; in the first hour of a day `known` does not tell. */
  blind: boolean
  /** Those of the day. */
  pauses: readonly Pause[]
}

export async function readMoment(
  db: Database,
  connectors: readonly Pick<Connector, 'name'>[],
  settings: Settings,
  at: Instant,
): Promise<Moment> {
  const zone = zoneOf(settings.timezone)
  const now = zone.localTimeOf(at)
  const syncedAt = await readSyncedAt({ db, connectors })
  const synced = syncedAt === null ? null : zone.localTimeOf(syncedAt)
  const minutes = synced?.day === now.day ? Math.min(now.minutes, synced.minutes) : 0
  const blind = syncedAt === null || at - syncedAt > mostBehind(settings)
  const pauses = await readPauses(db, spanOfDays({ start: now.day, end: now.day }, zone))
  return { zone, now, known: { ...now, minutes }, blind, pauses }
}

export interface History {
  counts: SlotCount[]
  learnt: Learnt
  /** Another one as soon as any day before today has other leads. */
  stamp: string
  /** Days before today of which leads are known. */
  days: number
}

/** What is read of past days, which hardly ever change. */
export type PastCache = AnswerCache<SlotCount[]>

/** What is learnt from the leads of the last weeks and of today so far. */
export async function learnHistory(db: Database, { zone, now }: Moment, cache: PastCache): Promise<History> {
  const past = listHistoryDays(now.day).filter((day) => day < now.day)
  const stamp = await findCountStamp(db, past)
  const key = JSON.stringify([zone.name, now.day, stamp])
  const before = await cache.recall(key, 0, HOUR, async () => ({
    version: 0,
    value: await countSlots(db, past, zone),
  }))
  const counts = [...before, ...(await countSlots(db, [now.day], zone))]
  const days = new Set(before.map(({ day }) => day)).size
  return { counts, learnt: learn(counts, now.day, await listPlanned(db, past)), stamp, days }
}

/** What will have come of a subject by the end of today, but for what is paused of all of it; null where there is too little history. */
export function forecastFrom(
  { learnt }: Pick<History, 'learnt'>,
  { known, pauses, zone }: Moment,
): (subject: Subject, hours?: Hours) => Forecast | null {
  return (subject, hours) => {
    const paused = listPausedWindows(spansOver(pauses, subject), zone, known.day)
    const found = forecast(learnt, subject, known, { ...(hours && { hours }), paused })
    return found.ok ? found.value : null
  }
}
