import { z } from 'zod'
import { MOST_BROADCASTS } from '#domain/kernel/listed.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import {
  countBatchStates,
  readBatch,
  resend,
  type MessageState,
  type StateCounts,
} from '#server/features/outbox/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import type { Log } from '#platform/log.ts'
import { findBroadcast, listBroadcasts, listDeliveries, listTitles, type BroadcastRow } from './store.ts'

export interface BroadcastDeps {
  db: Database
  clock: Clock
  log: Log
}

/** The result of one message. */
export interface DeliveryState {
  id: string
  chatId: string
  /** Of the chat, as the bot knows it. */
  chatTitle: string | null
  recipients: string[]
  status: MessageState
  error: string | null
}

export interface BroadcastState extends BroadcastRow {
  counts: StateCounts
}

/** All that wait, and of the others the newest; newest first. */
export async function readBroadcasts(db: Database): Promise<BroadcastState[]> {
  return countAll(db, await listBroadcasts(db, MOST_BROADCASTS))
}

export async function readBroadcast(
  db: Database,
  id: string,
): Promise<(BroadcastState & { deliveries: DeliveryState[] }) | null> {
  const [found] = await countAll(
    db,
    [await findBroadcast(db, id)].filter((row) => row !== null),
  )
  return found ? { ...found, deliveries: await readDeliveries(db, id) } : null
}

/** Sends one message again because somebody decided to. Nothing is sent again by itself. */
export async function resendDelivery(
  deps: BroadcastDeps,
  actor: Member,
  ids: { broadcastId: string; deliveryId: string },
): Promise<Result<DeliveryState, { reason: 'delivery.not-found' | 'delivery.not-resendable' }>> {
  const before = (await readDeliveries(deps.db, ids.broadcastId)).find(({ id }) => id === ids.deliveryId)
  if (!before) return refuse({ reason: 'delivery.not-found' })
  const queued = await queueAgain(deps, actor, ids.broadcastId, [ids.deliveryId])
  return queued === 0
    ? refuse({ reason: 'delivery.not-resendable' })
    : accept({ ...before, status: 'queued', error: null })
}

/** The same for all that failed. One whose result is unknown may have arrived: somebody decides on it alone. Returns their number. */
export async function resendFailed(
  deps: BroadcastDeps,
  actor: Member,
  broadcastId: string,
): Promise<Result<number, { reason: 'broadcast.not-found' | 'delivery.not-resendable' }>> {
  const found = await readBroadcast(deps.db, broadcastId)
  if (!found) return refuse({ reason: 'broadcast.not-found' })
  const failed = found.deliveries.flatMap(({ id, status }) => (status === 'failed' ? [id] : []))
  const queued = await queueAgain(deps, actor, broadcastId, failed, ['failed'])
  return queued === 0 ? refuse({ reason: 'delivery.not-resendable' }) : accept(queued)
}

async function queueAgain(
  deps: BroadcastDeps,
  actor: Member,
  broadcastId: string,
  ids: readonly string[],
  states?: Parameters<typeof resend>[2],
): Promise<number> {
  const queued = await deps.db.transaction().execute(async (tx) => {
    const again = await resend(tx, ids, states)
    if (again.length > 0) await announce(tx, { topic: 'broadcasts', days: null })
    return again
  })
  if (queued.length > 0) {
    deps.log.info({ broadcastId, deliveryIds: queued, by: signatureOf(actor) }, 'deliveries are sent again')
  }
  return queued.length
}

const GONE = 'no longer stored'
const Names = z.array(z.string())

export async function readDeliveries(db: Database, broadcastId: string): Promise<DeliveryState[]> {
  const rows = await listDeliveries(db, broadcastId)
  const messages = new Map((await readBatch(db, broadcastId)).map((message) => [message.id, message]))
  // The group may have got another id since.
  const chatOf = (row: { id: string; chatId: string }) => messages.get(row.id)?.chatId ?? row.chatId
  const titles = await listTitles(db, rows.map(chatOf))
  return rows.map((row) => {
    const message = messages.get(row.id)
    const chatId = chatOf(row)
    const recipients = Names.parse(JSON.parse(row.recipients))
    const shared = { id: row.id, chatId, chatTitle: titles.get(chatId) ?? null, recipients }
    if (!message) return { ...shared, status: 'unknown', error: GONE }
    return { ...shared, status: message.state, error: message.error }
  })
}

async function countAll(db: Database, rows: readonly BroadcastRow[]): Promise<BroadcastState[]> {
  const counts = await countBatchStates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? NONE }))
}

const NONE: StateCounts = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0 }
