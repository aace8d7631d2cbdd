import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { endOf, isRunningAt, type Pause } from '#domain/pauses/pause.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'

/** Pauses whose beginning or end was noticed just now. */
export interface NoticedPauses {
  ended: readonly Pause[]
  begun: readonly Pause[]
}

/**
 * Sends events about begun and ended pauses to other systems. A pause that began and ended between two looks sends
 * both.
 */
export async function tellSystems(tx: Tx, clock: Clock, { ended, begun }: NoticedPauses, now: Instant): Promise<void> {
  const over = [...ended, ...begun.filter((pause) => !isRunningAt(pause, now))]
  if (begun.length > 0) await tellWebhooks(tx, clock, 'pause.began', () => begun.map(dataOf))
  if (over.length === 0) return
  await tellWebhooks(tx, clock, 'pause.ended', () =>
    over.map((pause) => ({ ...dataOf(pause), endedAt: formatInstant(endOf(pause) ?? now) })),
  )
}

/** Without its note and whose it is: people write names there. */
function dataOf({ _id, geo, advertiserId, sourceNumber, from, until, reason }: Pause) {
  const span = { from: formatInstant(from), until: formatOptionalInstant(until) }
  return { pauseId: _id, geo, advertiserId, sourceNumber, ...span, reason }
}
