import { sql, type RawBuilder } from 'kysely'
import type { LeadColumn, LeadOrder } from '#domain/leads/columns.ts'
import type { Database } from '#platform/db/database.ts'
import { sourceOrder, timestamp } from '#platform/db/expressions.ts'
import { isPlanned, LEAD_FIELDS, whereAll, type FoundLead, type ListPlace, type Position } from './search-store.ts'

/** A position in another order. `value` is the sorted value, as a text. */
export interface SortedPosition extends Position {
  value: string | null
}

/** The sorted value of each column, of a row `l`, and the type for comparisons. */
const VALUES: Readonly<Record<LeadColumn, { of: RawBuilder<unknown>; type: RawBuilder<unknown> }>> = {
  created: { of: sql`l.created_at`, type: sql`timestamptz` },
  lead: { of: sql`lower(l.email) collate "C"`, type: sql`text` },
  geo: { of: sql`l.geo_key collate "C"`, type: sql`text` },
  source: { of: sql`lower(${sourceOrder(sql`l.source_number`)}) collate "C"`, type: sql`text` },
  broker: { of: sql`lower(coalesce(l.advertiser_name, l.advertiser_id)) collate "C"`, type: sql`text` },
  status: { of: sql`lower(l.status) collate "C"`, type: sql`text` },
  cap: { of: sql`${isPlanned('l')}`, type: sql`boolean` },
  deposit: {
    of: sql`(select min(p.created_at) from deposits p
      where p.found_connector = l.connector and p.found_lead_id = l.external_id)`,
    type: sql`timestamptz`,
  },
  system: { of: sql`l.connector collate "C"`, type: sql`text` },
}

/** Leads of a place in another order, after a position. Missing values are last, and equal ones are newest first. */
export async function listSorted(
  db: Database,
  { source, conditions, ofCaps }: ListPlace,
  { column, descending }: LeadOrder,
  after: SortedPosition | null,
  limit: number,
): Promise<(FoundLead & { value: string | null })[]> {
  const { of, type } = VALUES[column]
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<
    Omit<FoundLead, 'deposits'> & { value: string | null; deposits: FoundLead['deposits'] | null }
  >`
    with near as materialized (select l.* from ${source} ${whereAll(conditions)}),
    valued as materialized (select l.*, ${of} as value from near l ${whereAll(ofCaps)})
    select ${LEAD_FIELDS}, l.value::text as value
    from (
      select * from valued l
      ${after === null ? sql`` : sql`where ${isBehind(after, type, descending)}`}
      order by l.value is null, l.value ${direction}, l.created_at desc, l.connector desc, l.external_id desc
      limit ${limit}
    ) l
    order by l.value is null, l.value ${direction}, l.created_at desc, l.connector desc, l.external_id desc`.execute(db)
  return rows.map((row) => ({ ...row, deposits: row.deposits ?? [] }))
}

function isBehind(after: SortedPosition, type: RawBuilder<unknown>, descending: boolean): RawBuilder<unknown> {
  const { value, createdAt, connector, id } = after
  const isOlder = sql`(l.created_at, l.connector, l.external_id) < (${timestamp(createdAt)}, ${connector}, ${id})`
  if (value === null) return sql`l.value is null and ${isOlder}`
  const own = sql`${value}::${type}`
  const side = descending ? sql`<` : sql`>`
  return sql`(l.value is null or l.value ${side} ${own} or (l.value = ${own} and ${isOlder}))`
}
