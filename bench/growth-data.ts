import { sql } from 'kysely'
import { addDays, dayNumberOf, fromDayNumber, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, HOUR, type Instant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { rebuild } from '#server/features/leads/rebuild-service.ts'
import type { Database } from '#platform/db/database.ts'
import type { ReadPlace } from '#testing/reads.ts'
import { insertCaps } from './board-data.ts'
import { fillLeads } from './lead-indexes.ts'

/** The day that is asked about, at noon: the last of three years. */
export const GROWN_DAY: Day = fromDayNumber(dayNumberOf(2026, 12, 30))
export const GROWN_AT: Instant = addMilliseconds(zoneOf(DEFAULT_ZONE).startOf(GROWN_DAY), 12 * HOUR)

/** What is asked about, in every size the same. */
export const GROWN_PLACE: ReadPlace = {
  day: GROWN_DAY,
  days: 29,
  capId: `cap-${GROWN_DAY}-0001`,
  affiliateCapId: 'nobody',
  lead: { connector: 'main', id: 'lead-000000100', geo: 'DE' },
}

const CAPS_OF_A_DAY = 100
/** What the product itself removes when it is older (`server/platform/db/retention.ts`). */
const DAYS_OF_LOGS = 90

/** How long an installation has run, and what came each day. */
export interface Years {
  days: number
  leadsOfADay: number
}

/** Fills an empty database: each day has as many leads, caps, changes, lines of the debug logs and runs of syncs. */
export async function seedGrowth(db: Database, { days, leadsOfADay }: Years): Promise<void> {
  await sql`set synchronous_commit to off`.execute(db)
  const first = addDays(GROWN_DAY, 1 - days)
  await insertCaps(db, { first, last: GROWN_DAY, capsOfADay: CAPS_OF_A_DAY })
  await fillLeads(db, () => insertLeads(db, { first, days, leads: days * leadsOfADay }))
  await sql`
    insert into deposits (connector, external_id, lead_id, email_key, created_at, day, geo, geo_key, source_number,
      advertiser_id, payout)
    select connector, 'deposit-' || external_id, external_id, email_key, created_at + interval '3 days', day + 3, geo,
      geo_key, source_number, advertiser_id, 500.00
    from leads where abs(hashtextextended(external_id, 0)) % 16 = 0
      and day < ${sql.lit(addDays(GROWN_DAY, -4))}::date`.execute(db)
  await registerPartners(db)
  await insertRecords(db, days, Math.round(leadsOfADay / 10))
  await rebuild(db)
  await sql`vacuum analyze`.execute(db)
}

/** Up to the hour that is asked at. */
async function insertLeads(
  db: Database,
  { first, days, leads }: { first: Day; days: number; leads: number },
): Promise<void> {
  const zone = sql.lit(DEFAULT_ZONE)
  await sql`
    insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, source_name, advertiser_id,
      advertiser_name, email, email_key, status)
    select 'main', 'lead-' || lpad(i::text, 9, '0'), at, (at at time zone ${zone})::date, c.geo, c.geo_key, c.source_number,
      'Source ' || c.source_number, c.advertiser_id, c.advertiser_name, null,
      left(encode(sha256(('person-' || i)::bytea), 'base64'), 22),
      ('{New,Callback,NoAnswer,WrongNumber,FTD}'::text[])[i % 5 + 1]
    from generate_series(0, ${sql.lit(leads - 1)}::int) as i
      cross join lateral (select ((date ${sql.lit(first)})::timestamp at time zone ${zone})
        + i * ((interval '1 day' * ${sql.lit(days)} - interval '12 hours') / ${sql.lit(leads)}) as at) as instant
      join caps c on c.id = 'cap-' || ${sql.lit(GROWN_DAY)} || '-'
        || lpad((abs(hashint4(i)::bigint) % ${sql.lit(CAPS_OF_A_DAY)})::text, 4, '0')`.execute(db)
}

/** All are registered but one of each kind, whom the last day's leads name. */
async function registerPartners(db: Database): Promise<void> {
  await sql`
    insert into advertisers (id, advertiser_id, name)
    select 'advertiser-' || advertiser_id, advertiser_id, advertiser_id from (select distinct advertiser_id from caps) c`.execute(
    db,
  )
  await sql`
    insert into publishers (id, source_number, name)
    select 'publisher-' || source_number, source_number, source_number from (select distinct source_number from caps) c`.execute(
    db,
  )
  await sql`
    update leads set advertiser_id = 'new-advertiser', source_number = 'new-source'
    where day = ${sql.lit(GROWN_DAY)}::date and external_id like '%7'`.execute(db)
}

/** What the product writes beside leads. */
async function insertRecords(db: Database, days: number, ofADay: number): Promise<void> {
  const count = days * ofADay
  const end = sql.lit(`${GROWN_DAY} 09:00+00`)
  const at = sql`date_trunc('second', ${end}::timestamptz - i * (interval '1 day' * ${sql.lit(days)} / ${sql.lit(count)}))`
  await sql`
    insert into changes (id, batch_id, at, actor, action, subject, subject_id, days, after)
    select 'change-' || i, 'batch-' || i, ${at}, '@anna', 'cap.updated', 'cap',
      'cap-' || ((${at})::date) || '-' || lpad((i % ${sql.lit(CAPS_OF_A_DAY)})::text, 4, '0'), array[(${at})::date],
      jsonb_build_object('cap', 20) from generate_series(1, ${sql.lit(count)}::int) as i order by i desc`.execute(db)
  await sql`
    insert into debug_logs (at, level, area, message, metadata)
    select ${at}, 'info', 'caps', 'a cap was changed', '{}' from generate_series(1, ${sql.lit(DAYS_OF_LOGS * ofADay)}::int) as i
    order by i desc`.execute(db)
  await sql`
    insert into sync_runs (id, started_at, ended_at, requested_by, status)
    select 'run-' || lpad(i::text, 9, '0'), ${end}::timestamptz - i * interval '1 day', ${end}::timestamptz - i * interval '1 day', 'schedule', 'success'
    from generate_series(1, ${sql.lit(DAYS_OF_LOGS)}::int) as i`.execute(db)
}
