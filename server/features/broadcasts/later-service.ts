import { z } from 'zod'
import { PARSE_MODES } from '#domain/markup/formatted.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { MOST_LATE } from '#domain/schedules/decide.ts'
import { AUDIENCES, WITHOUT_CAPS } from '#domain/sentences/broadcast.ts'
import { tellUnsent, UNSENT_REASONS } from '#domain/sentences/unsent-broadcast.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { findSender } from '#server/features/team/service.ts'
import type { Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { compose, queueAll, type BroadcastDraft, type ComposeRefusal } from './draft-service.ts'
import type { BroadcastDeps } from './log-service.ts'
import { cancelWaiting, listDueBroadcasts, lockWaiting, refuseWaiting, settleDueBroadcast } from './later-store.ts'
import { findBroadcast, type RequestedBroadcast } from './store.ts'

/**
 * Sends every broadcast that is due to its chats. Its messages and its new state are one transaction, and its row is
 * locked, so it goes out once, whatever happens. A broadcast that cannot be written is skipped until the next look.
 */
export async function sendDueBroadcasts(deps: BroadcastDeps): Promise<void> {
  for (const id of await listDueBroadcasts(deps.db, deps.clock.now())) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one transaction each, so that one that fails takes no other along
      await sendDue(deps, id)
    } catch (error) {
      deps.log.error({ err: error, broadcast: id }, 'a due broadcast cannot be queued')
    }
  }
}

async function sendDue(deps: BroadcastDeps, id: string): Promise<void> {
  const now = deps.clock.now()
  const settled = await deps.db.transaction().execute(async (tx) => {
    const row = await lockWaiting(tx, id)
    if (!row) return null
    const sender = await findWriter(tx, row)
    const isMissed = now - (row.sendAt ?? now) > MOST_LATE
    const barred = isMissed ? 'broadcast.missed' : sender === 'no admin' ? 'broadcast.sender' : null
    const written = barred === null ? await writeOut(tx, deps, row) : refuse({ reason: barred })
    const problem = written.ok ? null : sayUnsent(written)
    await settleDueBroadcast(tx, row.id, { state: written.ok ? 'queued' : 'refused', problem })
    if (problem !== null) await tell(tx, deps, row, sender === 'admin', problem)
    await announce(tx, { topic: 'broadcasts', days: null })
    return { broadcast: row.id, problem }
  })
  if (settled?.problem) deps.log.warn(settled, 'a due broadcast was not sent')
  else if (settled) deps.log.info(settled, 'a due broadcast is queued')
}

async function writeOut(tx: Tx, deps: BroadcastDeps, row: RequestedBroadcast): Promise<Result<null, ComposeRefusal>> {
  const draft = draftOf(row)
  const composed = await compose(tx, draft)
  if (!composed.ok) return composed
  await queueAll(tx, deps, row.id, draft, composed.value)
  return accept(null)
}

/** The current state of its author. A program has no chat. */
async function findWriter(tx: Tx, { senderChat }: { senderChat: string | null }) {
  if (!senderChat) return 'program'
  return (await findSender(tx, senderChat))?.role === 'admin' ? 'admin' : 'no admin'
}

/** Tells the author, if they are still an admin; else the summary group, if there is one. */
async function tell(
  tx: Tx,
  { clock }: BroadcastDeps,
  { message, senderChat }: { message: string; senderChat: string | null },
  isAdmin: boolean,
  problem: string,
): Promise<void> {
  const chatId = isAdmin ? senderChat : (await readSettings(tx)).summaryGroupId
  if (chatId !== null) await enqueue(tx, clock, { kind: 'broadcast.alert', chatId, text: tellUnsent(message, problem) })
}

function sayUnsent(refusal: ComposeRefusal | { reason: 'broadcast.missed' | 'broadcast.sender' }): string {
  return 'sentence' in refusal ? refusal.sentence : UNSENT_REASONS[refusal.reason]
}

const Ids = z.array(z.string())
const Chosen = z.nullable(z.union([Ids, z.object({ everybody: Ids }).transform(({ everybody }) => everybody)]))

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

/** A broadcast that waited in a backup may have been sent or cancelled later, so it is not sent by itself. */
export async function settleRestoredBroadcasts(tx: Tx): Promise<void> {
  await refuseWaiting(tx, UNSENT_REASONS['broadcast.restored'])
}
