import { addMilliseconds, DAY, type Instant } from '#domain/kernel/instant.ts'
import { decideDue } from '#domain/schedules/decide.ts'
import { listDue, type Due, type Timetable } from '#domain/schedules/due.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { StoredTimetable, timetableOf } from './service.ts'
import { findState, listTold } from './store.ts'

export interface PreviewDeps {
  db: Database
  clock: Clock
}

/** Long enough to find the next summary in every zone, even if today's was sent. */
const AHEAD = 3 * DAY

/**
 * When the next summary of broker caps would be sent under another time or zone: at once if today's is overdue then.
 */
export async function previewSummary(
  { db, clock }: PreviewDeps,
  wanted: Pick<Timetable, 'zone' | 'summaryAt'>,
): Promise<{ at: Instant; overdue: boolean }> {
  const now = clock.now()
  const state = await findState(db)
  const standing = timetableOf(await readSettings(db))
  const timetable = { ...standing, ...wanted }
  const before = StoredTimetable.safeParse(state?.timetable).data ?? standing
  const lookedUntil = state && state.lookedUntil < now ? state.lookedUntil : now
  const late = decideDue({ before, timetable, openings: [], lookedUntil, now })
    .filter(({ verdict }) => verdict !== 'dropped')
    .map(({ due }) => due)
  const ahead = listDue(timetable, [], now, addMilliseconds(now, AHEAD))
  const summaries = [...late, ...ahead].filter(isOfBrokers)
  const told = await listTold(
    db,
    summaries.map(({ key }) => key),
  )
  const next = summaries.find(({ key }) => !told.has(key))
  if (!next) throw new Error('no summary is due in three days')
  return next.at > now ? { at: next.at, overdue: false } : { at: now, overdue: true }
}

function isOfBrokers(due: Due): boolean {
  return due.kind === 'summary' && due.capKind === 'broker'
}
