import { join } from 'node:path'
import type pg from 'pg'
import { addDays, dayNumberOf, fromDayNumber, type Day } from '#domain/kernel/day.ts'
import { openDuck, type Duck } from './duck.ts'

/** Leads are spread evenly over two years and over the keys of a day; each twentieth pays, some days later. */
const FIRST_DAY = fromDayNumber(dayNumberOf(2025, 1, 1))
export const KEYS_OF_A_DAY = 500
const DAYS = 730
const DAYS_OF_RANGE = 365

/** A day in the middle, and a year around it. */
export const MEASURED_DAY: Day = addDays(FIRST_DAY, DAYS / 2)
export const MEASURED_RANGE = { start: addDays(FIRST_DAY, 180), end: addDays(FIRST_DAY, 180 + DAYS_OF_RANGE - 1) }

/** The rows in a database of DuckDB's own, as it keeps them best: deposits with the key that they count under. */
export async function fillDuck(parts: AsyncDisposableStack, folder: string, leads: number): Promise<Duck> {
  const duck = await openDuck(parts, folder, `leads-${leads}`)
  await duck.run(`
    create table leads as
    select i, timestamp '2024-12-31 22:00:00' + to_microseconds(i * (${DAYS} * 86400000000 // ${leads})) as created_at,
      (['AT','AU','BE','BR','CA','CH','CZ','DE','DK','ES','FI','FR','GB','HU','IE','IT','JP','MX','NL','NO','NZ','PL','PT','SE','US'])[k % 25 + 1] as geo,
      'broker-' || lpad((k // 25)::varchar, 2, '0') as advertiser, (100 + k * 7 % 40)::varchar as source
    from (select i, (hash(i) % ${KEYS_OF_A_DAY})::bigint as k from range(${leads}) t(i))`)
  await duck.run(`
    create table deposits as
    select created_at + to_microseconds((hash(i + 1) % (9 * 86400000000))::bigint) as created_at, geo, advertiser, source
    from leads where i % 20 = 0 and created_at < timestamp '2024-12-31 22:00:00' + interval ${DAYS - 10} days`)
  return duck
}

/** What a sync of the same rows keeps (`npm run cli -- rebuild` counts the same), without the rows themselves. */
export async function fillRollup(pool: pg.Pool, duck: Duck, folder: string): Promise<void> {
  const file = join(folder, 'rollup.csv')
  await duck.run(`
    copy (
      select ${LOCAL_DAY} as day, geo, advertiser, source, count(*) filter (what = 'lead') as leads,
        count(*) filter (what = 'deposit') as deposits,
        strftime(max(created_at) filter (what = 'lead'), '%Y-%m-%dT%H:%M:%S.%fZ') as last_lead_at,
        strftime(max(created_at) filter (what = 'deposit'), '%Y-%m-%dT%H:%M:%S.%fZ') as last_deposit_at
      from (${BOTH}) group by all order by 1, 2, 3, 4
    ) to '${file}' (header false)`)
  await pool.query(`
    copy delivered_by_broker (day, geo_key, advertiser_id, source_number, leads, deposits, last_lead_at, last_deposit_at)
    from '${file}' with (format csv)`)
  await pool.query('vacuum analyze delivered_by_broker, delivered_by_month, delivered_by_day')
}

/** Of the zone that is set by default, two hours ahead of UTC all year. */
const LOCAL_DAY = `(created_at + interval 2 hours)::date`

const BOTH = `
  select 'lead' as what, created_at, geo, advertiser, source from leads
  union all
  select 'deposit', created_at, geo, advertiser, source from deposits`

/** All that an answer holds, in one statement: every grouping, by local days. */
export function askDuck(start: Day, end: Day): string {
  return `
    select day, geo, advertiser, source, grouping(day, geo, advertiser, source) as grouped,
      count(*) filter (what = 'lead') as leads, count(*) filter (what = 'deposit') as deposits,
      max(created_at) filter (what = 'lead') as last_lead_at, max(created_at) filter (what = 'deposit') as last_deposit_at
    from (select ${LOCAL_DAY} as day, * from (${BOTH}))
    where day between date '${start}' and date '${end}'
    group by grouping sets ((day), (geo), (advertiser), (source), (source, geo), ())`
}
