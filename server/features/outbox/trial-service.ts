import { addMilliseconds, MINUTE, SECOND } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { pause } from '#platform/db/pauses.ts'
import { enqueue } from './service.ts'
import { findMessageState, withdrawMessage } from './store.ts'

/** The result of a message that somebody waits for. */
export type TrialEnd =
  | { state: 'sent' }
  /** Telegram's own text, or why it cannot be reached. */
  | { state: 'failed' | 'unknown'; error: string }
  /** No sender took it in time; it was taken back. */
  | { state: 'waiting' }

const PATIENCE_MS = 15 * SECOND
const LOOK_EVERY_MS = 100

/**
 * Sends a message the usual way and waits for the result. It is tried once; a later attempt is withdrawn, because
 * nobody waits for it then.
 */
export async function sendTrial(
  deps: { db: Database; clock: Clock },
  message: { chatId: string; text: string },
): Promise<TrialEnd> {
  const id = await deps.db.transaction().execute((tx) =>
    enqueue(tx, deps.clock, {
      kind: 'bot.test',
      ...message,
      expiresAt: addMilliseconds(deps.clock.now(), MINUTE),
    }),
  )
  if (id === null) return { state: 'waiting' }
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const now = await findMessageState(deps.db, id)
    const end = now ? await readEnd(deps, id, now, performance.now() > deadline) : { state: 'waiting' as const }
    if (end) return end
    await pause(LOOK_EVERY_MS)
  }
}

async function readEnd(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  { state, error }: { state: string; error: string | null },
  isLate: boolean,
): Promise<TrialEnd | null> {
  if (state === 'sent') return { state }
  if (state === 'failed' || state === 'unknown') return { state, error: error ?? '' }
  if (state === 'sending' && isLate) return { state: 'unknown', error: '' }
  if (state === 'queued' && (error !== null || isLate) && (await withdrawMessage(db, id, clock.now()))) {
    return error === null ? { state: 'waiting' } : { state: 'failed', error }
  }
  return null
}
