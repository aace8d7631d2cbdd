import { addMilliseconds, HOUR, SECOND } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { countUnsent, findBacklog } from './backlog-store.ts'

export interface Backlog {
  /** Messages that wait or are being sent, and those that failed or were lost in the last hour. */
  messages: Record<'queued' | 'sending' | 'failed' | 'unknown', number>
  /** How long the oldest message that may be sent has waited; 0 if none waits. */
  oldestSeconds: number
}

/** The sender's backlog and failures. Cheap, however many messages are kept. */
export async function readBacklog({ db, clock }: { db: Database; clock: Clock }): Promise<Backlog> {
  const now = clock.now()
  const [backlog, unsent] = await Promise.all([findBacklog(db, now), countUnsent(db, addMilliseconds(now, -HOUR))])
  const countOf = (state: string) => unsent.find((row) => row.state === state)?.count ?? 0
  const { queued, sending, dueSince } = backlog
  return {
    messages: { queued: queued ?? 0, sending: sending ?? 0, failed: countOf('failed'), unknown: countOf('unknown') },
    oldestSeconds: dueSince === null ? 0 : Math.max(0, now - dueSince) / SECOND,
  }
}
