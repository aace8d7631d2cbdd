import { sql } from 'kysely'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import {
  SLOT_MINUTES,
  type EndedCap,
  type LeadKey,
  type SlotCount,
  type Subject,
} from '#domain/suggestions/forecast.ts'
import type { DealCount, DealWeeks } from '#domain/suggestions/rate.ts'
import type { StatusCount } from '#domain/suggestions/invalid.ts'
import type { Database } from '#platform/db/database.ts'
import { zoneName } from '#platform/db/expressions.ts'

/** Leads of a key on a day. Keys are stored as they are compared. */
interface KeyRow extends LeadKey {
  /** A sign for each lead: FIRST_SIGN in the first slot, the sign after it in the next. */
  slots: string
}

const FIRST_SIGN = 32

/** All leads of a day, counted. */
export interface CountedDay {
  day: Day
  keys: KeyRow[]
}

/**
 * Leads of some days by key and quarter of an hour, by the wall clock of the zone that the days are of. A text of slots
 * for each key is read in the order of the index, and costs half of what counting them there does.
 */
export async function countDays(db: Database, days: readonly Day[], zone: Zone): Promise<CountedDay[]> {
  const seconds = SLOT_MINUTES * 60
  const { rows } = await sql<KeyRow & { day: Day }>`
    select day, geo_key as geo, advertiser_id as "advertiserId", source_number as "sourceNumber",
      string_agg(chr(${FIRST_SIGN}::int
        + floor(date_part('epoch', (created_at at time zone ${zoneName(zone.name)})::time) / ${seconds}::int)::int), '') as slots
    from leads where day = any(${days}::date[])
    group by day, geo_key, advertiser_id, source_number`.execute(db)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return days.map((day) => ({ day, keys: (byDay.get(day) ?? []).map(({ day: _, ...key }) => key) }))
}

/** A count for each slot of a key in which leads came. */
export function listSlotCounts({ day, keys }: CountedDay): SlotCount[] {
  return keys.flatMap(({ slots, ...key }) => {
    const counts = new Map<number, number>()
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots.charCodeAt(at) - FIRST_SIGN
      counts.set(slot, (counts.get(slot) ?? 0) + 1)
    }
    return Array.from(counts, ([slot, leads]) => ({ ...key, day, slot, leads }))
  })
}

/** A digest of each day's leads: it changes whenever any key of the day has other leads. */
export async function listCountStamps(db: Database, days: readonly Day[]): Promise<Map<Day, string>> {
  const { rows } = await sql<{ day: Day; stamp: string }>`
    select day, concat(count(*), ' ', sum(hashtextextended(
      concat_ws(' ', day, geo_key, advertiser_id, source_number, leads, last_lead_at), 0))) as stamp
    from delivered_by_broker where day = any(${days}::date[])
    group by day order by day`.execute(db)
  return new Map(rows.map(({ day, stamp }) => [day, stamp]))
}

/** Of some days those that were counted before, and whose leads are what they were then. */
export async function listCountedDays(
  db: Database,
  stamps: ReadonlyMap<Day, string>,
  zone: Zone,
): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select c.day, c.counts as keys from counted_days c
    join unnest(${[...stamps.keys()]}::date[], ${[...stamps.values()]}::text[]) as now (day, stamp)
      on (now.day, now.stamp) = (c.day, c.stamp)
    where c.zone = ${zone.name}`.execute(db)
  return rows
}

/** Keeps what was counted, and forgets the days that no forecast looks back at any more. */
export async function saveCountedDays(
  db: Database,
  counted: readonly CountedDay[],
  stamps: ReadonlyMap<Day, string>,
  { zone, since }: { zone: Zone; since: Day },
): Promise<void> {
  await sql`delete from counted_days where day < ${since}::date`.execute(db)
  for (const { day, keys } of counted) {
    await sql`
      insert into counted_days (day, zone, stamp, counts)
      values (${day}::date, ${zone.name}, ${stamps.get(day) ?? ''}, ${JSON.stringify(keys)}::jsonb)
      on conflict (day) do update set zone = excluded.zone, stamp = excluded.stamp, counts = excluded.counts`.execute(
      db,
    )
  }
}

/** The broker caps of some days. */
export async function listPlanned(db: Database, days: readonly Day[]): Promise<EndedCap[]> {
  const { rows } = await sql<LeadKey & { caps: Pick<EndedCap, 'day' | 'cap'>[] }>`
    select geo_key as geo, advertiser_id as "advertiserId", source_number as "sourceNumber",
      json_agg(json_build_object('day', date, 'cap', cap)) as caps
    from caps where kind = 'broker' and date = any(${days}::date[])
    group by 1, 2, 3`.execute(db)
  return rows.flatMap(({ caps, ...key }) => caps.map((one) => ({ ...key, ...one })))
}

/** Leads of a day that agree with every part that is given. */
export async function sumDelivered(
  db: Database,
  { day, geo, advertiserId, sourceNumber }: Subject & { day: Day },
): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select coalesce(sum(leads), 0)::int8 as leads from delivered_by_broker
    where day = ${day}::date and geo_key = coalesce(${geo}, geo_key)
      and advertiser_id = coalesce(${advertiserId}, advertiser_id)
      and source_number = coalesce(${sourceNumber}, source_number)`.execute(db)
  return rows[0]?.leads ?? 0
}

/** Of each cap of a day that has hours: the days of some on which there was one of the same key with the same hours. */
export async function listSameHours(db: Database, day: Day, past: readonly Day[]): Promise<Map<string, Day[]>> {
  const { rows } = await sql<{ id: string; days: Day[] }>`
    select c.id, json_agg(p.date) as days
    from caps c
    join caps p on (p.kind, p.geo_key, p.source_number) = (c.kind, c.geo_key, c.source_number)
      and p.advertiser_id is not distinct from c.advertiser_id and p.working_hours = c.working_hours
    -- The index of keys begins with the kind.
    where c.kind = any(${CAP_KINDS}::text[]) and p.kind = any(${CAP_KINDS}::text[])
      and c.date = ${day}::date and p.date = any(${past}::date[]) and c.working_hours is not null
    group by c.id`.execute(db)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

/** Leads of some days by day and deal, and those of them that converted: rows of both, to be summed up. */
function cameAndConverted(from: Day, to: Day) {
  return sql`
    select day, geo_key, advertiser_id, source_number, leads, 0 as deposits, 0::numeric as crg from delivered_by_broker
    where day between ${from}::date and ${to}::date
    union all
    select day, geo_key, advertiser_id, source_number, 0, deposits, 0 from deposits_by_lead_day
    where day between ${from}::date and ${to}::date`
}

/** Of the leads of some days that came for broker caps with a guarantee: how many, and how many of them converted. */
export async function sumConversions(db: Database, from: Day, to: Day): Promise<DealCount[]> {
  // Put together and summed up, since the planner would look each cap up in both rollups.
  const { rows } = await sql<DealCount>`
    select geo_key as geo, advertiser_id as "advertiserId", source_number as "sourceNumber",
      sum(leads)::int8 as leads, sum(deposits)::int8 as deposits, sum(crg * leads)::float8 as promised,
      min(day) as from, max(day) as to
    from (
      select day, geo_key, advertiser_id, source_number,
        max(crg) as crg, sum(leads) as leads, sum(deposits) as deposits
      from (
        ${cameAndConverted(from, to)}
        union all
        select date, geo_key, advertiser_id, source_number, 0, 0, crg from caps
        where kind = 'broker' and crg > 0 and date between ${from}::date and ${to}::date
      ) parts
      group by day, geo_key, advertiser_id, source_number
    ) deals
    where crg > 0 and leads > 0
    group by geo_key, advertiser_id, source_number`.execute(db)
  return rows
}

/**
 * What became of the leads of some days, by the deals of the broker caps of a day and week by week back from the last day, to the
 * oldest week with any.
 */
export async function sumDealWeeks(db: Database, capsOf: Day, from: Day, to: Day): Promise<DealWeeks[]> {
  const { rows } = await sql<DealWeeks>`
    with deals as (
      select distinct geo_key, advertiser_id, source_number from caps where kind = 'broker' and date = ${capsOf}::date
    ), parts as (${cameAndConverted(from, to)}), came as (
      select geo_key, advertiser_id, source_number, (${to}::date - day) / 7 as week,
        sum(leads) as leads, sum(deposits) as deposits
      from parts join deals using (geo_key, advertiser_id, source_number) group by 1, 2, 3, 4
    )
    select geo_key as geo, advertiser_id as "advertiserId", source_number as "sourceNumber",
      json_agg(json_build_object('leads', coalesce(leads, 0), 'deposits', coalesce(deposits, 0)) order by week) as weeks
    from (
      select geo_key, advertiser_id, source_number, generate_series(0, max(week)) as week from came group by 1, 2, 3
    ) weeks left join came using (geo_key, advertiser_id, source_number, week)
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Leads of some days by source, and of each status as it was sent: by day, or of all of them together (the last one is named). */
export async function listStatusCounts(
  db: Database,
  { from, to, byDay }: { from: Day; to: Day; byDay: boolean },
): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select ${byDay ? sql`day` : sql`${to}::date`} as day, source_number as "sourceNumber", status, sum(leads)::int8 as leads
    from (
      select day, source_number, null as status, leads from delivered_by_broker
      where day between ${from}::date and ${to}::date
      union all
      select day, source_number, status, leads from leads_by_status where day between ${from}::date and ${to}::date
    ) counted group by 1, 2, 3`.execute(db)
  return rows
}
