import { sql } from 'kysely'
import { addDays } from '#domain/kernel/day.ts'
import { daysOf, type DayRange } from '#domain/kernel/day-range.ts'
import { DEFAULT_ZONE } from '#domain/kernel/zone.ts'
import type { Database } from '#platform/db/database.ts'
import { insertCaps } from '../bench/board-data.ts'

/** One of so many leads has a deposit. */
const LEADS_A_DEPOSIT = 16

/**
 * Fills an empty database with deals, leads and deposits of a range; the same rows each time. Leads are spread evenly over
 * the days and their deals, deposits come three days later.
 */
export async function plantPayoutDays(
  db: Database,
  range: DayRange,
  { dealsOfADay, leads }: { dealsOfADay: number; leads: number },
): Promise<{ deals: number; deposits: number }> {
  await sql`set synchronous_commit to off`.execute(db)
  await insertCaps(db, { first: range.start, last: range.end, capsOfADay: dealsOfADay })
  await insertLeads(db, range, dealsOfADay, leads)
  await insertDeposits(db)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ deals: number; deposits: number }>`
    select (select count(*)::int from caps) as deals, (select count(*)::int from deposits) as deposits`.execute(db)
  return rows[0] ?? { deals: 0, deposits: 0 }
}

/** The key of each lead is that of a deal of its day. */
async function insertLeads(db: Database, range: DayRange, dealsOfADay: number, leads: number): Promise<void> {
  const zone = sql.lit(DEFAULT_ZONE)
  const days = sql.lit(daysOf(range).length)
  await sql`
    insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, advertiser_id, email,
      email_key, status)
    select 'generic', 'lead-' || lpad(i::text, 9, '0'), at, (at at time zone ${zone})::date,
      c.geo, c.geo_key, c.source_number, c.advertiser_id, null,
      left(encode(sha256(('person-' || i || '@example.org')::bytea), 'base64'), 22),
      ('{New,Callback,NoAnswer,WrongNumber,FTD}'::text[])[i % 5 + 1]
    from generate_series(0, ${sql.lit(leads - 1)}) as i
      cross join lateral (select ((date ${sql.lit(range.start)})::timestamp at time zone ${zone})
        + i * (interval '1 day' * ${days} / ${sql.lit(leads)}) as at) as instant
      cross join lateral (select 'cap-' || (at at time zone ${zone})::date || '-'
        || lpad((abs(hashint4(i)::bigint) % ${sql.lit(dealsOfADay)})::text, 4, '0') as cap_id) as deal
      join caps c on c.id = cap_id`.execute(db)
}

/** Most name their lead, some only its e-mail; of some nothing was reported. */
async function insertDeposits(db: Database): Promise<void> {
  await sql`
    insert into deposits (connector, external_id, lead_id, email_key, created_at, day, geo, geo_key, source_number,
      advertiser_id, payout)
    select connector, 'deposit-' || external_id, case when number % 5 > 0 then external_id end, email_key,
      created_at + interval '3 days', day + 3, geo, geo_key, source_number, advertiser_id,
      case when number % 40 > 0 then 500 + number % 7 * 12.5 end
    from (select l.*, row_number() over (order by external_id) as number from leads l) l
    where number % ${sql.lit(LEADS_A_DEPOSIT)} = 0`.execute(db)
}

/** As many days from one on. */
export function rangeFrom(start: DayRange['start'], days: number): DayRange {
  return { start, end: addDays(start, days - 1) }
}
