import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { endOf, findLongest, formatScope, isRunningAt, type Pause } from '#domain/pauses/pause.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'

/** Pauses whose beginning or end was noticed just now, and those that run. */
export interface NoticedPauses {
  ended: readonly Pause[]
  begun: readonly Pause[]
  running: readonly Pause[]
}

/**
 * Sends events about begun and ended pauses to other systems: that a scope is paused which was not, and that it flows again,
 * because no pause of it runs any more. A pause that began and ended between two looks sends both.
 */
export async function tellSystems(
  tx: Tx,
  clock: Clock,
  { ended, begun, running }: NoticedPauses,
  now: Instant,
): Promise<void> {
  const known = [...running.filter(({ _id }) => begun.every((pause) => pause._id !== _id)), ...ended]
  const stopped = pickOfScopes(begun).filter(
    (pause) => !known.some((other) => isOfScope(other, pause) && !endsBefore(other, pause.from)),
  )
  const over = [...ended, ...begun.filter((pause) => !isRunningAt(pause, now))]
  const free = pickOfScopes(over).filter((pause) => !running.some((other) => isOfScope(other, pause)))
  if (stopped.length > 0) await tellWebhooks(tx, clock, 'pause.began', () => stopped.map(dataOf))
  if (free.length === 0) return
  await tellWebhooks(tx, clock, 'pause.ended', () =>
    free.map((pause) => ({ ...dataOf(pause), endedAt: formatInstant(endOf(pause) ?? now) })),
  )
}

/** Of each scope the pause that lasts longest. */
function pickOfScopes(pauses: readonly Pause[]): Pause[] {
  return [...Map.groupBy(pauses, formatScope).values()].flatMap((own) => findLongest(own) ?? [])
}

function isOfScope(one: Pause, other: Pause): boolean {
  return formatScope(one) === formatScope(other)
}

function endsBefore(pause: Pause, at: Instant): boolean {
  const end = endOf(pause)
  return end !== null && end < at
}

/** Without its note and whose it is: people write names there. */
function dataOf({ _id, geo, advertiserId, sourceNumber, from, until, reason }: Pause) {
  const span = { from: formatInstant(from), until: formatOptionalInstant(until) }
  return { pauseId: _id, geo, advertiserId, sourceNumber, ...span, reason }
}
