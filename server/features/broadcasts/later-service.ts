import { z } from 'zod'
import { PARSE_MODES } from '#domain/markup/formatted.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { MOST_LATE } from '#domain/schedules/decide.ts'
import { AUDIENCES, WITHOUT_CAPS } from '#domain/sentences/broadcast.ts'
import { tellUnsent, UNSENT_REASONS } from '#domain/sentences/unsent-broadcast.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { compose, queueAll, type BroadcastDraft, type ComposeRefusal } from './draft-service.ts'
import type { BroadcastDeps } from './log-service.ts'
import { cancelWaiting, lockDueBroadcast, refuseOverdue, settleDueBroadcast } from './later-store.ts'
import { findBroadcast, type RequestedBroadcast } from './store.ts'

/**
 * Writes out for its chats every broadcast whose time has come. Its messages and that it waits no more are one
 * transaction, and its row is held meanwhile: it goes once, whoever asks and whatever dies.
 */
export async function sendDueBroadcasts(deps: BroadcastDeps): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- one transaction each, so that one that fails takes no other along
  while (await sendNextDue(deps)) continue
}

async function sendNextDue(deps: BroadcastDeps): Promise<boolean> {
  const now = deps.clock.now()
  const settled = await deps.db.transaction().execute(async (tx) => {
    const row = await lockDueBroadcast(tx, now)
    if (!row) return null
    const draft = draftOf(row)
    const isMissed = now - (row.sendAt ?? now) > MOST_LATE
    const composed = isMissed ? refuse({ reason: 'broadcast.missed' } as const) : await compose(tx, draft)
    if (composed.ok) await queueAll(tx, deps, row.id, draft, composed.value)
    const problem = composed.ok ? null : sayUnsent(composed)
    await settleDueBroadcast(tx, row.id, { state: composed.ok ? 'queued' : 'refused', problem })
    if (problem !== null && row.senderChat !== null) {
      const text = tellUnsent(row.message, problem)
      await enqueue(tx, deps.clock, { kind: 'broadcast.alert', chatId: row.senderChat, text })
    }
    await announce(tx, { topic: 'broadcasts', days: null })
    return { broadcast: row.id, problem }
  })
  if (settled?.problem) deps.log.warn(settled, 'a broadcast was not sent when its time came')
  else if (settled) deps.log.info(settled, 'a broadcast is queued, its time has come')
  return settled !== null
}

function sayUnsent(refusal: ComposeRefusal | { reason: 'broadcast.missed' }): string {
  return 'sentence' in refusal ? refusal.sentence : UNSENT_REASONS[refusal.reason]
}

const Chosen = z.nullable(z.array(z.string()))

function draftOf(row: RequestedBroadcast): BroadcastDraft {
  return {
    ...row,
    audience: z.enum(AUDIENCES).parse(row.audience),
    parseMode: z.enum(PARSE_MODES).parse(row.parseMode),
    withoutCaps: z.nullable(z.enum(WITHOUT_CAPS)).parse(row.withoutCaps),
    recipientIds: Chosen.parse(JSON.parse(row.chosen ?? 'null')),
  }
}

/** Until its time comes anybody who may send may take it back. */
export async function cancelBroadcast(
  deps: BroadcastDeps,
  actor: Member,
  id: string,
): Promise<Result<null, { reason: 'broadcast.not-found' | 'broadcast.not-waiting' }>> {
  const cancelled = await deps.db.transaction().execute(async (tx) => {
    const isCancelled = await cancelWaiting(tx, id, signatureOf(actor))
    if (isCancelled) await announce(tx, { topic: 'broadcasts', days: null })
    return isCancelled
  })
  if (cancelled) {
    deps.log.info({ broadcast: id, by: signatureOf(actor) }, 'a broadcast that waited is cancelled')
    return accept(null)
  }
  const found = await findBroadcast(deps.db, id)
  return refuse({ reason: found ? 'broadcast.not-waiting' : 'broadcast.not-found' })
}

/** What waited when a backup was made, and whose time has come since, may have been sent: it is not sent by itself. */
export async function settleRestoredBroadcasts(tx: Tx, clock: Clock): Promise<void> {
  await refuseOverdue(tx, clock.now(), UNSENT_REASONS['broadcast.restored'])
}
