import { sql } from 'kysely'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** Unsent messages, by two small indexes, and the oldest of those that could have been sent. */
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

/** Messages of the last hour that were not sent, by state: `failed`, or `unknown` if nobody can tell. */
export async function countUnsent(db: Database, since: Instant): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('settled_at', '>', timestamp(since))
    .where('state', 'in', ['failed', 'unknown'])
    .groupBy('state')
    .execute()
}
