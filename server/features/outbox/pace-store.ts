import type { Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** When the next queued message is due, for a sender that found none. */
export async function findNextDue(db: Database, now: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.min('not_before').as('due'))
    .where('state', '=', 'queued')
    .where('not_before', '>', timestamp(now))
    .executeTakeFirst()
  return row?.due ?? null
}

/** Until when Telegram wants nothing, whichever sender was told so; not by a clock that was ahead and was set back. */
export async function findLimit(db: Database, now: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.max('limited_until').as('until'))
    .where('limited_until', 'is not', null)
    .where('called_at', '<=', timestamp(now))
    .executeTakeFirst()
  return row?.until ?? null
}

/** Recent calls of all senders; not those of a clock that was ahead and was set back. */
export async function listCalls(
  db: Database,
  { since, now }: { since: Instant; now: Instant },
): Promise<{ chatId: string; at: Instant }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['chat_id as chatId', 'called_at as at'])
    .where('called_at', '>', timestamp(since))
    .where('called_at', '<=', timestamp(now))
    .where('act', '=', 'send')
    .execute()
  return rows.flatMap(({ chatId, at }) => (at === null ? [] : [{ chatId, at }]))
}
