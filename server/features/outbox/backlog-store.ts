import { sql } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** Messages that are not sent yet, by two small indexes, and the oldest of those that might have been. */
export async function findBacklog(db: Database, now: Instant) {
  return db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('outbox').select(fn.countAll<number>().as('count')).where('state', '=', 'queued').as('queued'),
      selectFrom('outbox').select(fn.countAll<number>().as('count')).where('state', '=', 'sending').as('sending'),
      selectFrom('outbox')
        .select(sql<Instant>`min(greatest(created_at, not_before))`.as('due'))
        .where('state', '=', 'queued')
        .where((message) =>
          message.or([message('not_before', 'is', null), message('not_before', '<=', timestamp(now))]),
        )
        .as('dueSince'),
    ])
    .executeTakeFirstOrThrow()
}

/** Messages that ended in an hour and were not sent, by their state: `failed`, or `unknown` where nobody can tell. */
export async function countUnsent(db: Database, since: Instant): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('settled_at', '>', timestamp(since))
    .where('state', 'in', ['failed', 'unknown'])
    .groupBy('state')
    .execute()
}
