import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Tx } from '#platform/db/database.ts'

/** An advertiser with its former name and its new one. */
export interface Renamed {
  key: string
  from: string
  to: string
}

/**
 * Caps with the former name of their advertiser get the new one; a name that somebody gave a cap stays. They keep their
 * version: a name decides nothing, and no plan or open form is to take it for a person's change. Whether there are any.
 */
export async function renameOnCaps(tx: Tx, renamed: readonly Renamed[], now: Instant): Promise<boolean> {
  const { rows } = await sql`
    update caps c set advertiser_name = n.name, updated_at = ${formatInstant(now)}
    from unnest(${renamed.map(({ key }) => key)}::text[], ${renamed.map(({ from }) => from)}::text[],
      ${renamed.map(({ to }) => to)}::text[]) as n (key, former, name)
    where c.advertiser_id = n.key and c.advertiser_name = n.former
    returning c.id`.execute(tx)
  return rows.length > 0
}
