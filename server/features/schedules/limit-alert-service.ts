import { CAP_KINDS, type CapKind } from '#domain/kernel/cap-kind.ts'
import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listReachedShares } from '#domain/schedules/decide.ts'
import { formatLimits } from '#domain/sentences/limits.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { readLimits, type LimitState } from '#server/features/limits/service.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { groupOf } from './message-service.ts'
import { insertTold } from './store.ts'

/**
 * After a lead sync: tells limits that reached a share of `cap_alert_percents`, once for each period and share. `days`: today,
 * and before it yesterday while its leads may still come.
 */
export async function tellReachedLimits(
  tx: Tx,
  clock: Clock,
  settings: Settings,
  { run, now, days }: { run: string; now: Instant; days: readonly Day[] },
): Promise<void> {
  if (settings.capAlertPercents.length === 0) return
  const states: LimitState[] = []
  for (const [at, day] of days.entries()) {
    const next = days[at + 1]
    const ofDay = await readLimits(tx, now, day)
    // A period that goes on is told with its next day.
    states.push(...ofDay.filter(({ period }) => next === undefined || (period && period.end < next)))
  }
  for (const side of CAP_KINDS) {
    // Without a group, nothing is marked as told.
    const chatId = groupOf(settings, side)
    if (chatId === null) continue
    const reached = await takeReached(tx, settings, states, side, now)
    if (reached.length === 0) continue
    await enqueue(tx, clock, {
      kind: 'cap.alert',
      chatId,
      text: formatLimits(reached, 'reached').source,
      parseMode: 'HTML',
      dedupeKey: `limits-reached:${side}:${run}`,
      expiresAt: addMilliseconds(now, 2 * HOUR),
    })
  }
}

async function takeReached(
  tx: Tx,
  settings: Settings,
  states: readonly LimitState[],
  side: CapKind,
  now: Instant,
): Promise<LimitState[]> {
  const reached = states.flatMap((state) => {
    const { limit, period, delivered } = state
    if (limit.side !== side || !period || limit.number === null) return []
    return listReachedShares(delivered, limit.number, settings.capAlertPercents).map((share) => ({
      state,
      key: `reached:limit:${limit._id}:${period.start}:${share}`,
    }))
  })
  const fresh = await insertTold(
    tx,
    reached.map(({ key }) => key),
    now,
  )
  return [...new Set(reached.filter(({ key }) => fresh.has(key)).map(({ state }) => state))]
}
