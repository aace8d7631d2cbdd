import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { MESSAGE_STATES, MOST_DELIVERIES, type WebhookDelivery } from '#domain/webhooks/webhook.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** The endpoints that want an event, locked until the transaction ends, so that none is deleted in the meantime. */
export async function listListening(tx: Tx, event: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('state', '=', 'on')
    .where(sql<boolean>`events @> array[${event}]`)
    .forKeyShare()
    .execute()
  return rows.map(({ id }) => id)
}

export interface NewMessage {
  id: string
  webhookId: string
  type: string
  body: string
}

/** By one statement with a list for each column: a commit of plans changes thousands of caps. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[], now: Instant): Promise<void> {
  const texts = (read: (message: NewMessage) => string) => sql`${messages.map(read)}::text[]`
  const at = sql`${formatInstant(now)}::timestamptz`
  await sql`
    insert into webhook_messages (id, webhook_id, type, body, due_at, created_at)
    select id, webhook_id, type, body, ${at}, ${at}
    from unnest(${texts(({ id }) => id)}, ${texts(({ webhookId }) => webhookId)}, ${texts(({ type }) => type)},
      ${texts(({ body }) => body)}) as m (id, webhook_id, type, body)`.execute(tx)
}

/** A message that is to be sent now, with the keys of its endpoint. */
export interface DueMessage {
  id: string
  webhookId: string
  url: string
  body: string
  tries: number
  sealed: Buffer
  /** Null where it does not sign. */
  sealedOld: Buffer | null
}

/** The next due messages of each active endpoint, at most so many, besides those being sent. */
export async function listDue(
  db: Database,
  { now, most, sending }: { now: Instant; most: number; sending: readonly string[] },
): Promise<DueMessage[]> {
  const { rows } = await sql<DueMessage>`
    select m.id, w.id as "webhookId", w.url, m.body, m.tries, w.sealed_key as sealed,
      case when w.old_key_until > ${timestamp(now)} then w.sealed_old_key end as "sealedOld"
    from webhooks w cross join lateral (
      select id, body, tries, due_at from webhook_messages
      where webhook_id = w.id and state = 'queued' and due_at <= ${timestamp(now)} and id <> all(${sending}::text[])
      order by due_at, id limit ${most}
    ) m
    where w.state = 'on'
    order by m.due_at, m.id`.execute(db)
  return rows
}

/** When the next message becomes due; null if none waits. */
export async function findNextDue(db: Database, now: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('webhook_messages as m')
    .innerJoin('webhooks as w', 'w.id', 'm.webhook_id')
    .select(({ fn }) => fn.min('m.due_at').as('due'))
    .where('w.state', '=', 'on')
    .where('m.state', '=', 'queued')
    .where('m.due_at', '>', timestamp(now))
    .executeTakeFirst()
  return row?.due ?? null
}

export interface Settlement {
  state: 'queued' | 'delivered' | 'failed'
  at: Instant
  /** Null: it is not tried again. */
  dueAt: Instant | null
  status: number | null
  answer: string
  tookMilliseconds: number
}

/** Records the result of an attempt. False if another sender did, because it took this one for dead. */
export async function settleMessage(
  tx: Tx,
  { id, tries }: Pick<DueMessage, 'id' | 'tries'>,
  { state, at, dueAt, status, answer, tookMilliseconds }: Settlement,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_messages')
    .set({
      state,
      tries: tries + 1,
      due_at: formatInstant(dueAt ?? at),
      settled_at: formatOptionalInstant(state === 'queued' ? null : at),
      tried_at: formatInstant(at),
      status,
      answer,
      took_ms: tookMilliseconds,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The latest messages of an endpoint, newest first, at most `MOST_DELIVERIES`. */
export async function listDeliveries(db: Database, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(MOST_DELIVERIES)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    type: row.type,
    body: row.body,
    state: MESSAGE_STATES.find((state) => state === row.state) ?? 'failed',
    tries: row.tries,
    createdAt: row.created_at,
    dueAt: row.state === 'queued' ? row.due_at : null,
    triedAt: row.tried_at,
    status: row.status,
    answer: row.answer,
    tookMilliseconds: row.took_ms,
  }))
}

/**
 * Sends a message now, under its id: one that was settled with all of its tries before it, one that waits with those that
 * it has left, since it may be on its way just now. False if there is none.
 */
export async function requeueMessage(tx: Tx, id: string, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_messages')
    .set({
      state: 'queued',
      tries: sql<number>`case state when 'queued' then tries else 0 end`,
      due_at: formatInstant(now),
      settled_at: null,
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
