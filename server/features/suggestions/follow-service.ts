import { addDays, type Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { type Outcome, type OutcomeSum, judgeOutcome, listCapIds, sumOutcomes } from '#domain/suggestions/follow.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { readStored, type StoredSuggestion } from './content-service.ts'
import { sumDelivered } from './count-store.ts'
import { hasUnfollowed, listSuggestionsOf, listUnfollowed, saveOutcome } from './store.ts'

/**
 * Finds out what became of what was applied for days that are over. Of yesterday from the time of the daily summary on:
 * by then its last leads have come.
 */
export async function followUp(tx: Tx, settings: Settings, now: Instant): Promise<void> {
  const local = zoneOf(settings.timezone).localTimeOf(now)
  const isMorning = local.minutes >= parseTimeOfDay(settings.summaryTime)
  const before = isMorning ? local.day : addDays(local.day, -1)
  if (!(await hasUnfollowed(tx, before))) return
  const days = new Set<Day>()
  const rows = await listUnfollowed(tx, before)
  const stored = new Map((await readStored(tx, rows)).map((one) => [one.id, one]))
  for (const { id, day } of rows) {
    const one = stored.get(id)
    // What was taken back, or cannot be read, is not asked about again.
    // Of traffic that was paused nothing could come.
    const isApplied = one?.state === 'applied' && one.decision?.batch?.kind !== 'pause'
    await saveOutcome(tx, id, isApplied ? judgeOutcome(one.suggestion, await readResult(tx, one)) : NO_OUTCOME)
    days.add(day)
  }
  await announce(tx, { topic: 'suggestions', days: [...days].toSorted() })
}

export async function followUpNow({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db.transaction().execute(async (tx) => followUp(tx, await readSettings(tx), clock.now()))
}

/** What became of all that was applied for a day, and not taken back; null where nothing was. */
export async function readOutcomes(db: Database, day: Day): Promise<OutcomeSum | null> {
  const stored = await readStored(db, await listSuggestionsOf(db, [day]))
  const outcomes = stored.flatMap(({ outcome }) => outcome ?? [])
  return outcomes.length === 0 ? null : sumOutcomes(outcomes)
}

const NO_OUTCOME: Outcome = { helped: null, leads: 0 }

async function readResult(tx: Tx, { suggestion: { subject, action } }: StoredSuggestion) {
  const caps = await readCapsByIds(tx, listCapIds(action))
  return { caps, delivered: await sumDelivered(tx, subject) }
}
