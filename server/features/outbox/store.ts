import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/timestamp.ts'

export interface OutboxInsert {
  id: string
  kind: string
  priority: number
  chatId: string
  text: string
  /** Stands for the text where that is secret. */
  sealed: Buffer | null
  parseMode: string | null
  /** JSON. */
  replyMarkup: string | null
  dedupeKey: string | null
  createdAt: Instant
  expiresAt: Instant | null
}

/** A row while it is being sent. */
export interface ClaimedMessage {
  id: string
  kind: string
  chatId: string
  text: string
  sealed: Buffer | null
  parseMode: string | null
  replyMarkup: unknown
  attempts: number
  failures: number
  createdAt: Instant
}

export interface Settlement {
  state: 'queued' | 'sent' | 'failed' | 'unknown'
  at: Instant
  error: string | null
  messageId: number | null
  notBefore: Instant | null
  limitedUntil: Instant | null
  failures: number
  forgetText: boolean
}

/** False where a row with this dedupe key is there already. */
export async function insertMessage(tx: Tx, row: OutboxInsert): Promise<boolean> {
  const inserted = await tx
    .insertInto('outbox')
    .values({
      id: row.id,
      kind: row.kind,
      priority: row.priority,
      chat_id: row.chatId,
      text: row.text,
      sealed: row.sealed,
      parse_mode: row.parseMode,
      reply_markup: row.replyMarkup,
      dedupe_key: row.dedupeKey,
      created_at: formatInstant(row.createdAt),
      expires_at: formatOptional(row.expiresAt),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Takes the next message for this claim: committed as `sending` before any call is made. */
export async function claimNextMessage(db: Database, claim: string, now: Instant): Promise<ClaimedMessage | null> {
  const at = formatInstant(now)
  const row = await db
    .updateTable('outbox')
    .set((set) => ({ state: 'sending', claim, sending_since: at, attempts: set('attempts', '+', 1) }))
    .where('state', '=', 'queued')
    .where('id', '=', (outbox) =>
      outbox
        .selectFrom('outbox as next')
        .select('next.id')
        .where('next.state', '=', 'queued')
        .where((due) => due.or([due('next.not_before', 'is', null), due('next.not_before', '<=', timestamp(now))]))
        .where((alive) =>
          alive.or([alive('next.expires_at', 'is', null), alive('next.expires_at', '>', timestamp(now))]),
        )
        .orderBy('next.priority')
        .orderBy('next.created_at')
        .orderBy('next.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(CLAIMED)
    .executeTakeFirst()
  return row ?? null
}

/** Ends a claim. False where it had been ended by somebody else, who took this sender for dead. */
export async function settleMessage(
  db: Database,
  message: { id: string; claim: string },
  settlement: Settlement,
): Promise<boolean> {
  const row = await db
    .updateTable('outbox')
    .set({
      state: settlement.state,
      claim: null,
      sending_since: null,
      settled_at: settlement.state === 'queued' ? null : formatInstant(settlement.at),
      error: settlement.error,
      telegram_message_id: settlement.messageId,
      not_before: formatOptional(settlement.notBefore),
      limited_until: formatOptional(settlement.limitedUntil),
      failures: settlement.failures,
      ...(settlement.forgetText && { text: '', sealed: null }),
    })
    .where('id', '=', message.id)
    .where('state', '=', 'sending')
    .where('claim', '=', message.claim)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface MessageState {
  state: string
  /** Why the last call, if there was one, did not succeed. */
  error: string | null
}

export async function findMessageState(db: Database, id: string): Promise<MessageState | null> {
  const row = await db.selectFrom('outbox').select(['state', 'error']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Takes back what nobody has sent yet. False where it is being sent, or was. */
export async function withdrawMessage(db: Database, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What other senders claimed (before an instant) and did not settle. */
export async function listAbandoned(
  db: Database,
  ownClaim: string,
  claimedBefore: Instant | null,
): Promise<(ClaimedMessage & { claim: string })[]> {
  const query = db
    .selectFrom('outbox')
    .select([...CLAIMED, 'claim'])
    .where('state', '=', 'sending')
    .where('claim', '!=', ownClaim)
  const rows = await (
    claimedBefore === null ? query : query.where('sending_since', '<=', timestamp(claimedBefore))
  ).execute()
  return rows.map(({ claim, ...row }) => ({ ...row, claim: claim ?? '' }))
}

/** Gives back what this claim holds. Only where it is known that no call was made. */
export async function releaseClaim(db: Database, claim: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'queued', claim: null, sending_since: null })
    .where('state', '=', 'sending')
    .where('claim', '=', claim)
    .execute()
}

/** Drops what waited longer than it was worth. */
export async function failExpired(
  db: Database,
  now: Instant,
  input: { error: string; forgetTextOf: readonly string[] },
): Promise<ClaimedMessage[]> {
  const at = formatInstant(now)
  return db
    .updateTable('outbox')
    .set((row) => ({
      state: 'failed',
      settled_at: at,
      error: input.error,
      text: row.case().when('kind', 'in', input.forgetTextOf).then('').else(row.ref('text')).end(),
      sealed: null,
    }))
    .where('state', '=', 'queued')
    .where('expires_at', '<=', timestamp(now))
    .returning(CLAIMED)
    .execute()
}

/** When the next queued message is due, for a sender that found none. */
export async function findNextDue(db: Database): Promise<Instant | null> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.min('not_before').as('due'))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return row?.due ?? null
}

/** Until when Telegram wants nothing, whichever sender was told so. */
export async function findLimit(db: Database): Promise<Instant | null> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.max('limited_until').as('until'))
    .where('limited_until', 'is not', null)
    .executeTakeFirst()
  return row?.until ?? null
}

const CLAIMED = [
  'id',
  'kind',
  'chat_id as chatId',
  'text',
  'sealed',
  'parse_mode as parseMode',
  'reply_markup as replyMarkup',
  'attempts',
  'failures',
  'created_at as createdAt',
] as const

function formatOptional(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant)
}
