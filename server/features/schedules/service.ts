import { z } from 'zod'
import { addMilliseconds, formatInstant, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { decideDue, isSameTimetable, MOST_LATE, type Decision } from '#domain/schedules/decide.ts'
import { CHANGE_SPAN, daysAround, parseTimeOfDay, type Opening, type Timetable } from '#domain/schedules/due.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { sendDueFiles } from '#server/features/analytics/sending-service.ts'
import { sendDueBroadcasts } from '#server/features/broadcasts/later-service.ts'
import { SYNC_ENDED } from '#server/features/feeds/sync-service.ts'
import { PAUSES_CHANNEL } from '#server/features/pauses/edit-service.ts'
import { tellPartners } from '#server/features/pauses/notice-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { readOpenings } from '#server/features/caps/standing-service.ts'
import { tellDue } from './message-service.ts'
import { tellReachedCaps } from './reached-service.ts'
import { deleteToldAfter, insertTold, lockState, saveLookedUntil, type ScheduleState } from './store.ts'

export interface ScheduleDeps {
  db: Database
  clock: Clock
  log: Log
  /** For work that takes longer than a check. */
  jobs: Pick<Jobs, 'send'>
}

/** Channels whose events may make something due. */
export const WAKING_CHANNELS = ['settings', SYNC_ENDED, PAUSES_CHANNEL] as const

/** Sends what is due, then the broadcasts and files that are due, even if an earlier part failed. */
export async function tellAllDue(deps: ScheduleDeps): Promise<void> {
  try {
    await tellDueOnce(deps)
  } finally {
    try {
      await sendDueBroadcasts(deps)
    } finally {
      await sendDueFiles(deps)
    }
  }
}

/**
 * One transaction stores the decisions, the messages and the time up to which everything is decided, and one node
 * decides at a time. So everything is told once, however often this runs.
 */
async function tellDueOnce(deps: ScheduleDeps): Promise<void> {
  const decisions = await deps.db.transaction().execute(async (tx) => {
    const state = await lockState(tx)
    const settings = await readSettings(tx)
    const now = deps.clock.now()
    const told = await tellByClock(tx, deps, { state, settings, now })
    await tellPartners(tx, deps.clock, settings, now)
    if (state) await tellReachedCaps(tx, deps, { state, settings, now })
    return told
  })
  for (const decision of decisions) logDecision(deps.log, decision)
}

interface Look {
  state: ScheduleState | null
  settings: Settings
  now: Instant
}

async function tellByClock(tx: Tx, deps: ScheduleDeps, { state, settings, now }: Look): Promise<Decision[]> {
  const timetable = timetableOf(settings)
  const lookedUntil = await findLookedUntil(tx, deps.log, state, now)
  if (state && lookedUntil >= now) return []
  const before = StoredTimetable.safeParse(state?.timetable).data ?? timetable
  const openings = await readOpeningsFor(tx, { before, timetable, lookedUntil, now })
  const decisions = decideDue({ before, timetable, openings, lookedUntil, now })
  const keys = await insertTold(
    tx,
    decisions.map(({ due }) => due.key),
    now,
  )
  const fresh = decisions.filter(({ due }) => keys.has(due.key))
  for (const decision of fresh) {
    if (decision.verdict !== 'dropped') await tellDue(tx, deps, settings, decision, now)
  }
  await saveLookedUntil(tx, now, JSON.stringify(timetable))
  return fresh
}

/** The clocks of nodes differ by less. */
const AHEAD = MINUTE

/**
 * The time up to which everything is decided. If it lies in the future, a clock was ahead and has been set back: its
 * decisions are made again at their time (the outbox's dedupe keys keep messages from being sent twice), and so are
 * those that may have just become due.
 */
async function findLookedUntil(tx: Tx, log: Log, state: ScheduleState | null, now: Instant): Promise<Instant> {
  // Nothing was missed before the first check.
  if (!state) return now
  if (state.lookedUntil <= addMilliseconds(now, AHEAD)) return state.lookedUntil
  log.warn({ lookedUntil: formatInstant(state.lookedUntil) }, 'the clock was set back; what is due is checked again')
  await deleteToldAfter(tx, now)
  return addMilliseconds(now, -MOST_LATE)
}

/** The timetable of the settings. */
export function timetableOf(settings: Settings): Timetable {
  return {
    zone: settings.timezone,
    summaryAt: parseTimeOfDay(settings.summaryTime),
    briefAt: settings.morningBriefTime === null ? null : parseTimeOfDay(settings.morningBriefTime),
    alertLeadMinutes: settings.workingHoursAlertEnabled ? settings.workingHoursAlertLeadMinutes : null,
    reminderAt: settings.alwaysOnReminderEnabled ? parseTimeOfDay(settings.alwaysOnReminderTime) : null,
  }
}

/** The timetable at the last check, as stored. */
export const StoredTimetable = z.object({
  zone: z.string(),
  summaryAt: z.number(),
  // Missing in rows of earlier versions.
  briefAt: z.number().nullable().default(null),
  alertLeadMinutes: z.number().nullable(),
  reminderAt: z.number().nullable(),
})

async function readOpeningsFor(
  tx: Tx,
  {
    before,
    timetable,
    lookedUntil,
    now,
  }: { before: Timetable; timetable: Timetable; lookedUntil: Instant; now: Instant },
): Promise<Opening[]> {
  const lead = Math.max(before.alertLeadMinutes ?? 0, timetable.alertLeadMinutes ?? 0)
  if (before.alertLeadMinutes === null && timetable.alertLeadMinutes === null) return []
  const around = isSameTimetable(before, timetable) ? 0 : CHANGE_SPAN
  const [from, to] = [addMilliseconds(lookedUntil, -around), addMilliseconds(now, around)]
  return readOpenings(tx, daysAround(zoneOf(timetable.zone), from, to, lead))
}

function logDecision(log: Log, { due, verdict }: Decision): void {
  const event = { event: 'schedule.due', key: due.key, dueAt: formatInstant(due.at), verdict }
  if (verdict === 'dropped') log.warn(event, 'missed, so it is not sent')
  else log.info(event, verdict === 'late' ? 'told late' : 'told')
}
