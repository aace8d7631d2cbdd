import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Tx } from '#platform/db/database.ts'

export interface QuotaUse {
  key: string
  limit: number
  now: Instant
  /** Earlier uses no longer count. */
  since: Instant
}

/** Counts one use if the limit allows it. Simultaneous callers wait, so none slips through. */
export async function countUse(tx: Tx, { key, limit, now, since }: QuotaUse): Promise<boolean> {
  const counted = sql`unnest(sign_in_quotas.times) as used (at) where used.at > ${formatInstant(since)}::timestamptz`
  const row = await tx
    .insertInto('sign_in_quotas')
    .values({ key, times: sql`array[${formatInstant(now)}::timestamptz]`, used_at: formatInstant(now) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          times: sql`array(select used.at from ${counted}) || excluded.times`,
          used_at: formatInstant(now),
        })
        .where(sql`(select count(*) from ${counted})`, '<', limit),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** The use whose age decides when there is room again. */
export async function findHinderingUse(tx: Tx, { key, limit, now }: QuotaUse): Promise<Instant> {
  const { rows } = await sql<{ at: Instant }>`
    select used.at from sign_in_quotas, unnest(times) as used (at)
    where key = ${key} order by used.at desc offset ${limit - 1} limit 1`.execute(tx)
  return rows[0]?.at ?? now
}

export async function deleteUses(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('sign_in_quotas').where('key', '=', key).execute()
}
