import { sql } from 'kysely'
import { addDays, dayNumberOf, fromDayNumber, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, HOUR, type Instant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { replaceCounts } from '#server/features/leads/rebuild-store.ts'
import type { Database } from '#platform/db/database.ts'
import { fillLeads } from './lead-indexes.ts'

/** The last day of two years of leads, and the hour at which it is looked at. */
export const SWEPT_DAY: Day = fromDayNumber(dayNumberOf(2026, 12, 30))
export const SWEPT_AT: Instant = addMilliseconds(zoneOf(DEFAULT_ZONE).startOf(SWEPT_DAY), 14 * HOUR)

/** Caps of both kinds on each day: a broker cap for each key, and an affiliate cap for each geo and source. */
export const BROKER_CAPS = 1_600
export const AFFILIATE_CAPS = 400

const DAYS = 730
const DAYS_OF_CAPS = 61
const ROWS_OF_A_STATEMENT = 1_000_000

/** Of key `k`: 400 places of a geo and a source, each of which sells to four brokers. */
const key = {
  geo: sql`('{AT,AU,BE,BR,CA,CH,CZ,DE,DK,ES,FI,FR,GB,HU,IE,IT,JP,MX,NL,NO,NZ,PL,PT,SE,US}'::text[])[k % 25 + 1]`,
  source: sql`(100 + k / 25 % 16)::text`,
  advertiser: sql`'broker-' || lpad((k % 7 + k / 400 * 7)::text, 2, '0')`,
}

/**
 * Fills an empty database; the same rows each time. Leads are spread evenly over two years, over the keys of a day and
 * over its hours from 08:00 to 20:00, up to the hour at which the last day is looked at.
 */
export async function seedSuggestions(db: Database, leads: number): Promise<void> {
  await sql`set synchronous_commit to off`.execute(db)
  await fillLeads(db, async () => {
    for (let first = 0; first < leads; first += ROWS_OF_A_STATEMENT) {
      await insertLeads(db, first, Math.min(first + ROWS_OF_A_STATEMENT, leads), leads)
    }
  })
  await sql`delete from leads where created_at > ${formatInstant(SWEPT_AT)}::timestamptz`.execute(db)
  await replaceCounts(db)
  await sql`
    insert into deposits_by_lead_day (day, geo_key, advertiser_id, source_number, deposits)
    select day, geo_key, advertiser_id, source_number, leads / 6 from delivered_by_broker where leads >= 6`.execute(db)
  await insertCaps(db, leads)
  await sql`vacuum analyze`.execute(db)
}

async function insertLeads(db: Database, first: number, end: number, total: number): Promise<void> {
  const start = formatInstant(zoneOf(DEFAULT_ZONE).startOf(addDays(SWEPT_DAY, 1 - DAYS)))
  await sql`
    insert into leads (connector, external_id, created_at, day, geo, geo_key, source_number, source_name,
      advertiser_id, advertiser_name, email_key, status)
    select 'generic', 'lead-' || lpad(i::text, 9, '0'), at, (at at time zone ${sql.lit(DEFAULT_ZONE)})::date,
      ${key.geo}, ${key.geo}, ${key.source}, 'Source ' || ${key.source}, ${key.advertiser},
      'Advertiser ' || ${key.advertiser}, left(encode(sha256(i::text::bytea), 'base64'), 22),
      ('{New,Callback,NoAnswer,WrongNumber,FTD}'::text[])[i % 5 + 1]
    from generate_series(${sql.lit(first)}::bigint, ${sql.lit(end - 1)}::bigint) as i,
      lateral (select i * ${sql.lit(DAYS)}::bigint / ${sql.lit(total)}::bigint as day_number) as d,
      lateral (select abs(hashint8(i)::bigint) % ${sql.lit(BROKER_CAPS)}::int as k,
        ${sql.lit(start)}::timestamptz + day_number * interval '1 day' + interval '8 hours'
          + (abs(hashint8(i + 1)::bigint) % 43200) * interval '1 second' as at) as lead`.execute(db)
}

/** Each plans about as many leads as come, some more and some fewer. */
async function insertCaps(db: Database, leads: number): Promise<void> {
  const [first, last] = [addDays(SWEPT_DAY, 2 - DAYS_OF_CAPS), addDays(SWEPT_DAY, 1)]
  const usual = Math.round(leads / DAYS / BROKER_CAPS)
  await sql`
    insert into caps (id, kind, date, geo, geo_key, cap, advertiser_id, advertiser_name, source_number,
      working_hours, always_on, cpa, crg, created_by)
    select 'cap-' || day::date || '-' || lpad(k::text, 4, '0'), 'broker', day::date, ${key.geo}, ${key.geo},
      greatest(2, ${sql.lit(usual)}::int * (60 + k * 37 % 80) / 100), ${key.advertiser}, 'Advertiser ' || ${key.advertiser},
      ${key.source}, case when k % 3 > 0 then '08:00-20:00' end, k % 3 = 0, 400 + k % 60 * 10.25, 5 + k % 20 * 0.25, 'anna'
    from generate_series(0, ${sql.lit(BROKER_CAPS - 1)}::int) as k,
      generate_series(date ${sql.lit(first)}, date ${sql.lit(last)}, interval '1 day') as day
    union all
    select 'bought-' || day::date || '-' || lpad(k::text, 4, '0'), 'affiliate', day::date, ${key.geo}, ${key.geo},
      ${sql.lit(usual * 4)}::int + k % 9, null, null, ${key.source}, null, true, null, null, 'anna'
    from generate_series(0, ${sql.lit(AFFILIATE_CAPS - 1)}::int) as k,
      generate_series(date ${sql.lit(first)}, date ${sql.lit(last)}, interval '1 day') as day`.execute(db)
}
