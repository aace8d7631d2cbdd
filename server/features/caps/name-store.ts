import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Tx } from '#platform/db/database.ts'

/**
 * Caps of some advertisers, or some caps, that have a former name of their advertiser get the name that it has now; a name that
 * somebody gave a cap stays. They keep their version: a name decides nothing, and no plan or open form is to take it for a
 * person's change. Whether there are any.
 */
export async function giveCurrentNames(
  tx: Tx,
  of: { advertiserIds: readonly string[] } | { capIds: readonly string[] },
  now: Instant,
): Promise<boolean> {
  const isMeant =
    'capIds' in of ? sql`c.id = any(${of.capIds}::text[])` : sql`c.advertiser_id = any(${of.advertiserIds}::text[])`
  const { rows } = await sql`
    update caps c set advertiser_name = a.name, updated_at = ${formatInstant(now)}
    from advertisers a
    where ${isMeant} and a.advertiser_id = c.advertiser_id and c.advertiser_name <> a.name
      and exists (
        select from changes h where h.subject = 'advertiser' and h.subject_id = a.id
          and c.advertiser_name in (h.before->>'name', h.after->>'name')
        -- For caps with another name alone, never for all of the history.
        offset 0)
    returning c.id`.execute(tx)
  return rows.length > 0
}
