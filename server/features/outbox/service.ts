import type { Instant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { notify } from '#platform/db/notify.ts'
import type { InlineKeyboard, ParseMode } from '#platform/telegram/client.ts'
import type { Secrets } from '#platform/secrets.ts'
import { rulesOf, type MessageKind, type SecretKind } from './policy.ts'
import { insertMessage } from './store.ts'

/** Where the sender hears of new rows. */
export const OUTBOX_CHANNEL = 'outbox'

export interface OutboxDraft<K extends MessageKind = MessageKind> {
  kind: K
  chatId: string
  text: string
  parseMode?: ParseMode
  replyMarkup?: InlineKeyboard
  /** A second message with the same key is not written. */
  dedupeKey?: string
  /** Not sent any more from then on. */
  expiresAt?: Instant
}

/** Writes a message in the transaction that caused it; its id, or null where its dedupe key is there already. */
export async function enqueue(
  tx: Tx,
  clock: Clock,
  draft: OutboxDraft<Exclude<MessageKind, SecretKind>>,
): Promise<string | null> {
  return write(tx, clock, newId(), draft, null)
}

/** The same with a secret: it is sealed, and opened when it is sent. */
export async function enqueueSecret(
  tx: Tx,
  deps: { clock: Clock; secrets: Secrets },
  draft: OutboxDraft<SecretKind>,
): Promise<string | null> {
  const id = newId()
  const sealed = deps.secrets.seal(sealScope(id), draft.text)
  return write(tx, deps.clock, id, { ...draft, text: '' }, sealed)
}

/** What ties a sealed text to its row. */
export function sealScope(id: string): string {
  return `outbox ${id}`
}

async function write(
  tx: Tx,
  clock: Clock,
  id: string,
  draft: OutboxDraft,
  sealed: Buffer | null,
): Promise<string | null> {
  const written = await insertMessage(tx, {
    id,
    kind: draft.kind,
    priority: rulesOf(draft.kind).priority,
    chatId: draft.chatId,
    text: draft.text,
    sealed,
    parseMode: draft.parseMode ?? null,
    replyMarkup: draft.replyMarkup ? JSON.stringify(draft.replyMarkup) : null,
    dedupeKey: draft.dedupeKey ?? null,
    createdAt: clock.now(),
    expiresAt: draft.expiresAt ?? null,
  })
  if (!written) return null
  await notify(tx, OUTBOX_CHANNEL, id)
  return id
}
