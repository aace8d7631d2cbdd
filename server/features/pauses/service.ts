import { z } from 'zod'
import type { PausedSpan } from '#domain/hours/paused-time.ts'
import type { Day } from '#domain/kernel/day.ts'
import { spanOfDays } from '#domain/hours/paused-time.ts'
import { HOUR, instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import {
  PAUSE_REASONS,
  PAUSE_WAYS,
  findEndOfStop,
  isStandingAt,
  listOwnSpans,
  spanOf,
  type Pause,
  type PauseScope,
} from '#domain/pauses/pause.ts'
import { readHistory, type ChangeOf, type Kept } from '#server/features/history/service.ts'
import { readZone } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { StoredInstant } from '#platform/json.ts'
import { countLeadsIn, listPauses } from './store.ts'

export interface PauseDeps {
  db: Database
  clock: Clock
}

/** Every past, present and future pause, newest first, and the zone for their times. */
export async function readAllPauses(db: Database): Promise<{ zone: Zone; pauses: Pause[] }> {
  const pauses = await listPauses(db, { from: instantFromMilliseconds(0), until: null })
  return { zone: await readZone(db), pauses: pauses.toReversed() }
}

/** Pauses that stop traffic in a span; an end of null means for ever. */
export async function readPauses(db: Database, span: PausedSpan): Promise<Pause[]> {
  return (await listPauses(db, span)).filter((pause) => spanOf(pause) !== null)
}

/** Pauses that may cover some leads, or have ended up to some hours before the first. */
export async function readPausesAround(
  db: Database,
  leads: readonly { createdAt: Instant }[],
  hoursBefore = 0,
): Promise<Pause[]> {
  if (leads.length === 0) return []
  const [first, last] = leads.reduce(
    ([from, to], { createdAt }) => [Math.min(from, createdAt), Math.max(to, createdAt)],
    [Infinity, -Infinity],
  )
  const from = instantFromMilliseconds(first - hoursBefore * HOUR)
  return readPauses(db, { from, until: instantFromMilliseconds(last + 1) })
}

/** Running and future pauses. */
export async function readStandingPauses(db: Database, now: Instant): Promise<Pause[]> {
  const pauses = await listPauses(db, { from: now, until: null })
  return pauses.filter((pause) => isStandingAt(pause, now))
}

/** When the traffic of a scope flows, from a moment at which it is paused on; null means that no end is set. */
export async function readEndOfStop(db: Database, scope: PauseScope, at: Instant): Promise<Instant | null> {
  return findEndOfStop(await listPauses(db, { from: at, until: null }), scope, at)
}

/** Pauses that stop traffic on a local day. */
export async function readPausesOfDay(db: Database, day: Day): Promise<Pause[]> {
  return readPauses(db, spanOfDays({ start: day, end: day }, await readZone(db)))
}

/** The leads that came while paused, on whatever day, by id of the pause; of two of a scope the earlier one has them. */
export async function countPausedLeads(db: Database, pauses: readonly Pause[]): Promise<Map<string, number>> {
  return countLeadsIn(db, await readOwnSpans(db, pauses))
}

/** The time of each pause in which no earlier one of its scope stops the same, also one that is over or not among them. */
export async function readOwnSpans(db: Database, pauses: readonly Pause[]): Promise<(Pause & { span: PausedSpan })[]> {
  const asked = new Set(pauses.map(({ _id }) => _id))
  const first = pauses.reduce((from, pause) => Math.min(from, pause.from), Infinity)
  if (asked.size === 0) return []
  const beside = await listPauses(db, { from: instantFromMilliseconds(first), until: null })
  return listOwnSpans(beside).filter(({ _id }) => asked.has(_id))
}

export const KEPT_PAUSE: Kept<Pause> = {
  subject: 'pause',
  standing: z.object({
    _id: z.string(),
    geo: z.nullable(z.string()),
    advertiserId: z.nullable(z.string()),
    sourceNumber: z.nullable(z.string()),
    from: StoredInstant,
    until: z.nullable(StoredInstant),
    reason: z.enum(PAUSE_REASONS),
    note: z.nullable(z.string()),
    by: z.string(),
    way: z.enum(PAUSE_WAYS),
    endedAt: z.nullable(StoredInstant),
    endedBy: z.nullable(z.string()),
  }),
}

/** The change of a pause that ends because another one of its scope takes over. */
export const GAVE_WAY = 'pause.gave-way'

/** Newest first. That a pause gave way is a part of the change that is told. */
export async function readPauseHistory(db: Database): Promise<ChangeOf<Pause>[]> {
  return (await readHistory(db, KEPT_PAUSE)).filter(({ action }) => action !== GAVE_WAY)
}
