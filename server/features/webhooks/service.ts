import { formatInstant } from '#domain/kernel/instant.ts'
import type { WebhookData, WebhookEvent } from '#domain/webhooks/event.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { notify } from '#platform/db/notify.ts'
import { insertMessages, listListening } from './message-store.ts'

/** The channel of new messages for the sender. */
export const WEBHOOKS_CHANNEL = 'webhooks'

/**
 * Writes events for other systems in the transaction of the change; they are sent if that commits. If no endpoint wants
 * the event, nothing is written, and `list` is not called.
 */
export async function tellWebhooks<E extends WebhookEvent>(
  tx: Tx,
  clock: Clock,
  event: E,
  list: () => readonly WebhookData[E][] | Promise<readonly WebhookData[E][]>,
): Promise<void> {
  const webhookIds = await listListening(tx, event)
  if (webhookIds.length === 0) return
  const bodies = (await list()).map((data) => writeBody(clock, event, data))
  await queue(tx, clock, event, webhookIds, bodies)
}

/** Writes a message for one endpoint; its id. */
export async function tellOne(tx: Tx, clock: Clock, webhookId: string, type: string, data: object): Promise<string> {
  const [id = ''] = await queue(tx, clock, type, [webhookId], [writeBody(clock, type, data)])
  return id
}

async function queue(
  tx: Tx,
  clock: Clock,
  type: string,
  webhookIds: readonly string[],
  bodies: readonly string[],
): Promise<string[]> {
  if (bodies.length === 0) return []
  const messages = bodies.flatMap((body) =>
    webhookIds.map((webhookId) => ({ id: newMessageId(), webhookId, type, body })),
  )
  await insertMessages(tx, messages, clock.now())
  await notify(tx, WEBHOOKS_CHANNEL, '')
  return messages.map(({ id }) => id)
}

function newMessageId(): string {
  return `msg_${newId()}`
}

/** In the form of the Standard Webhooks specification. */
function writeBody(clock: Clock, type: string, data: object): string {
  return JSON.stringify({ type, timestamp: formatInstant(clock.now()), data })
}
