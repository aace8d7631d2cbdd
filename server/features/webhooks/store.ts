import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks/event.ts'
import { WEBHOOK_STATES, type Webhook, type WebhookHealth } from '#domain/webhooks/webhook.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { lockName } from '#platform/db/locks.ts'

/** One change of endpoints at a time. */
export async function lockWebhooks(tx: Tx): Promise<void> {
  await lockName(tx, 'webhooks')
}

export async function countWebhooks(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** An endpoint locked until the transaction ends; null if there is none. */
export async function lockWebhook(tx: Tx, id: string): Promise<Webhook | null> {
  const row = await selectWebhooks(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toWebhook(row) : null
}

/** The endpoint of an address that an attempt has added, locked likewise. */
export async function lockAdded(tx: Tx, url: string, attempt: string | null): Promise<Webhook | null> {
  const added = selectWebhooks(tx).where('url', '=', url).where('key_attempt', '=', attempt)
  const row = await added.forUpdate().executeTakeFirst()
  return row ? toWebhook(row) : null
}

/** Holds an endpoint until the transaction ends, so that it is not removed meanwhile. Its address; null if there is none. */
export async function holdWebhook(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('webhooks').select('url').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row?.url ?? null
}

/** In the order in which they were added, with how they fare. */
export async function listWebhooks(db: Database, now: Instant): Promise<{ webhook: Webhook; health: WebhookHealth }[]> {
  const rows = await selectWebhooks(db)
    .select(['failed_since as failedSince', 'failing'])
    .select(({ selectFrom, ref }) => [
      selectFrom('webhook_messages as m')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('m.webhook_id', '=', 'webhooks.id')
        .where('m.state', '=', 'queued')
        .as('waiting'),
      sql<Instant | null>`case when ${ref('old_key_until')} > ${timestamp(now)} then ${ref('old_key_until')} end`.as(
        'oldKeyUntil',
      ),
    ])
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('webhook_messages as latest')
          .select(['latest.tried_at as at', 'latest.status'])
          .whereRef('latest.webhook_id', '=', 'webhooks.id')
          .where('latest.tried_at', 'is not', null)
          .orderBy('latest.tried_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['last.at', 'last.status'])
    .execute()
  return rows.map((row) => ({
    webhook: toWebhook(row),
    health: {
      failedSince: row.failedSince,
      failing: row.failing,
      waiting: row.waiting ?? 0,
      oldKeyUntil: row.oldKeyUntil,
      last: row.at === null ? null : { at: row.at, status: row.status },
    },
  }))
}

export async function insertWebhook(
  tx: Tx,
  { _id, url, events }: Webhook,
  { sealed, attempt, now }: NewKey & { now: Instant },
): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values({
      id: _id,
      url,
      events: [...events],
      sealed_key: sealed,
      key_attempt: attempt,
      created_at: formatInstant(now),
    })
    .execute()
}

/** `anew`: its earlier results no longer count. */
export async function updateWebhook(tx: Tx, webhook: Webhook, { anew }: { anew: boolean }): Promise<void> {
  const { _id, url, events, state, version } = webhook
  await tx
    .updateTable('webhooks')
    .set({ url, events: [...events], state, version, ...(anew && { failed_since: null, failing: false }) })
    .where('id', '=', _id)
    .execute()
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

export interface NewKey {
  sealed: Buffer
  /** Of the call that made it (`Caller`); null: nobody will repeat it. */
  attempt: string | null
}

/** Stores a new key. The current key signs too until an instant (null: it ends at once); the one before ends. */
export async function changeKey(tx: Tx, id: string, key: NewKey & { oldUntil: Instant | null }): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set(({ ref }) => ({
      sealed_key: key.sealed,
      key_attempt: key.attempt,
      sealed_old_key: key.oldUntil === null ? null : ref('sealed_key'),
      old_key_until: formatOptionalInstant(key.oldUntil),
      version: sql<number>`version + 1`,
    }))
    .where('id', '=', id)
    .execute()
}

/**
 * Replaces a key that the same attempt made, while the one before it signs too; until when that one does, or null if
 * nothing was replaced.
 */
export async function replaceKey(
  tx: Tx,
  id: string,
  { sealed, attempt, now }: NewKey & { now: Instant },
): Promise<Instant | null> {
  const row = await tx
    .updateTable('webhooks')
    .set({ sealed_key: sealed, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('key_attempt', '=', attempt)
    .where('old_key_until', '>', timestamp(now))
    .returning('old_key_until as oldUntil')
    .executeTakeFirst()
  return row?.oldUntil ?? null
}

/** Forgets keys that do not sign any more. */
export async function forgetOldKeys(db: Database, now: Instant): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ sealed_old_key: null, old_key_until: null })
    .where('old_key_until', '<=', timestamp(now))
    .execute()
}

export interface SealedKeys {
  id: string
  sealed: Buffer
  sealedOld: Buffer | null
}

export async function listSealedKeys(db: Database): Promise<SealedKeys[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'sealed_key as sealed', 'sealed_old_key as sealedOld'])
    .orderBy('id')
    .execute()
}

export async function updateSealedKeys(tx: Tx, { id, sealed, sealedOld }: SealedKeys): Promise<void> {
  await tx.updateTable('webhooks').set({ sealed_key: sealed, sealed_old_key: sealedOld }).where('id', '=', id).execute()
}

/** Notes that a call was answered well. */
export async function markAnswered(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failed_since: null, failing: false })
    .where('id', '=', id)
    .where('failed_since', 'is not', null)
    .execute()
}

export async function markFailed(tx: Tx, id: string, now: Instant): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failed_since: formatInstant(now) })
    .where('id', '=', id)
    .where('failed_since', 'is', null)
    .execute()
}

/** Notes that nothing gets through, if nothing did since an instant; false if that was noted, or something did. */
export async function markFailing(tx: Tx, id: string, since: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ failing: true })
    .where('id', '=', id)
    .where('failing', '=', false)
    .where('failed_since', '<=', timestamp(since))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that the address is no longer in use; false if that was known. */
export async function markGone(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ state: 'gone', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'on')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function selectWebhooks(db: Database) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'version', 'url', 'events', 'state'])
    .orderBy('created_at')
    .orderBy('id')
}

interface WebhookRow {
  id: string
  version: number
  url: string
  events: string[]
  state: string
}

function toWebhook({ id, version, url, events, state }: WebhookRow): Webhook {
  return {
    _id: id,
    version,
    url,
    events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    state: WEBHOOK_STATES.find((each) => each === state) ?? 'off',
  }
}
