import { sql, type RawBuilder } from 'kysely'
import { CAP_KINDS, type Cap, type CapKey, type CapKind } from '#domain/caps/cap.ts'
import type { NewCap } from '#domain/caps/edits.ts'
import {
  FIELD_NAMES,
  fieldOf,
  mapFields,
  takeField,
  type ByType,
  type CapFields,
  type FieldName,
  type FieldType,
} from '#domain/caps/fields.ts'
import { formatHundredths, parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { mapDigested, type Digest, type Digested } from '#domain/kernel/digest.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readUnlessKnown } from '#platform/db/digest.ts'
import { lockName } from '#platform/db/locks.ts'

export interface DaySummary {
  count: number
  plannedTotal: number
  actualTotal: number
}

/** By geo, then planned descending. */
export async function listDayCaps(db: Database, kind: CapKind, date: Day): Promise<Cap[]> {
  const rows = await selectDay(db, kind, date)
    .modifyFront(PREPARED)
    .select(['c.kind', 'c.date', ...WITHIN_DAY])
    .orderBy(ORDER_OF_DAY)
    .execute()
  return rows.map(toCap)
}

/** The same, but without rows if the caller knows their digest. */
export async function listDayCapsUnlessKnown(
  db: Database,
  kind: CapKind,
  date: Day,
  known: Digest | null,
): Promise<Digested<Cap[]>> {
  const rows = selectDay(db, kind, date).select(WITHIN_DAY)
  const read = await readUnlessKnown(db, { rows, order: ORDER_OF_DAY, known })
  return mapDigested(read, (found) => found.map((row) => toCap({ ...row, kind, date })))
}

/** A text that is another one as soon as any cap of a day is. */
export async function findStamp(db: Database, day: Day): Promise<string> {
  const row = await db
    .selectFrom('caps')
    .select(sql<string>`concat(count(*), ' ', sum(version), ' ', max(updated_at))`.as('stamp'))
    // The index of keys begins with the kind.
    .where('kind', 'in', CAP_KINDS)
    .where('date', '=', day)
    .executeTakeFirstOrThrow()
  return row.stamp
}

export async function listCapsByIds(db: Database, ids: readonly string[]): Promise<Cap[]> {
  if (ids.length === 0) return []
  const rows = await selectCaps(db).modifyFront(PREPARED).where('c.id', '=', anyOf(ids)).execute()
  return rows.map(toCap)
}

/** The caps that stand on these keys. */
export async function listCapsByKeys(db: Database, keys: readonly CapKey[]): Promise<Cap[]> {
  if (keys.length === 0) return []
  const column = <K extends keyof CapKey>(name: K) => keys.map((key) => key[name])
  const { rows } = await sql<{ id: string }>`
    select c.id from caps c
    join unnest(${column('kind')}::text[], ${column('date')}::date[], ${column('geo')}::text[],
        ${column('advertiserId')}::text[], ${column('sourceNumber')}::text[])
      as k (kind, date, geo_key, advertiser_id, source_number)
    on c.kind = k.kind and c.date = k.date and c.geo_key = k.geo_key and c.source_number = k.source_number
      and c.advertiser_id is not distinct from k.advertiser_id`.execute(db)
  return listCapsByIds(
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Serialises commits of a kind: the caps that one finds stay until it ends, and two that touch the same caps wait
 * instead of deadlocking.
 */
export async function lockKind(tx: Tx, kind: CapKind): Promise<void> {
  await lockName(tx, `caps of ${kind}`)
}

export async function summarizeDay(db: Database, kind: CapKind, date: Day): Promise<DaySummary> {
  const row = await joinDeliveredOn(db, kind, date)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<string>('c.cap'), sql<string>`0`).as('planned'),
      fn.coalesce(fn.sum<string>('d.leads'), sql<string>`0`).as('actual'),
    ])
    .where('c.kind', '=', kind)
    .where('c.date', '=', date)
    .executeTakeFirstOrThrow()
  return presentSums(row)
}

/** Of the days from the first to the last that have caps, in their order. */
export async function summarizeDays(
  db: Database,
  kind: CapKind,
  start: Day,
  end: Day,
): Promise<(DaySummary & { date: Day })[]> {
  const buyer = kind === 'broker' ? sql<string | null>`advertiser_id` : sql<null>`null::text`
  const delivered = db
    .selectFrom('delivered_by_broker')
    .select(({ fn }) => ['day', 'geo_key', 'source_number', buyer.as('buyer'), fn.sum<string>('leads').as('leads')])
    .where('day', '>=', start)
    .where('day', '<=', end)
    .groupBy(['day', 'geo_key', 'source_number', sql`4`])
  const rows = await db
    .selectFrom('caps as c')
    .leftJoin(delivered.as('d'), (join) =>
      join
        .onRef('d.day', '=', 'c.date')
        .onRef('d.geo_key', '=', 'c.geo_key')
        .onRef('d.source_number', '=', 'c.source_number')
        .on(sql<boolean>`d.buyer is not distinct from c.advertiser_id`),
    )
    .select(({ fn }) => [
      'c.date',
      fn.countAll<number>().as('count'),
      fn.sum<string>('c.cap').as('planned'),
      fn.coalesce(fn.sum<string>('d.leads'), sql<string>`0`).as('actual'),
    ])
    .where('c.kind', '=', kind)
    .where('c.date', '>=', start)
    .where('c.date', '<=', end)
    .groupBy('c.date')
    .orderBy('c.date')
    .execute()
  return rows.map(({ date, ...sums }) => ({ date, ...presentSums(sums) }))
}

function presentSums({ count, planned, actual }: { count: number; planned: string; actual: string }): DaySummary {
  return { count, plannedTotal: Number(planned), actualTotal: Number(actual) }
}

/**
 * Leads by place: of two days, and of all days from the first up to today. Without an advertiser, leads of any
 * advertiser.
 */
export async function sumRecentLeads(
  db: Database,
  kind: CapKind,
  { first, sameWeekday, today }: { first: Day; sameWeekday: Day; today: Day },
) {
  const buyer = kind === 'broker' ? sql<string | null>`advertiser_id` : sql<null>`null::text`
  const leadsOf = (days: RawBuilder<unknown>) => sql<number>`coalesce(sum(leads) filter (where ${days}), 0)::int`
  return db
    .selectFrom('delivered_by_broker')
    .select([
      'geo_key as geo',
      buyer.as('advertiserId'),
      'source_number as sourceNumber',
      leadsOf(sql`day = ${today}`).as('today'),
      leadsOf(sql`day = ${sameWeekday}`).as('sameWeekday'),
      leadsOf(sql`day < ${today}`).as('week'),
    ])
    .where('day', '>=', first)
    .where('day', '<=', today)
    .groupBy(['geo_key', 'source_number', sql`2`])
    .orderBy(sql`1, 3, 2`)
    .execute()
}

/** Adds caps. At the end of the transaction `caps_key` refuses a key that is taken. */
export async function insertCaps(
  tx: Tx,
  caps: readonly { id: string; version: number; fields: NewCap }[],
  now: Instant,
): Promise<void> {
  if (caps.length === 0) return
  await sql`
    insert into caps (${sql.join(WRITTEN_NAMES)}, id, version, created_at, updated_at)
    select n.*, ${formatInstant(now)}, ${formatInstant(now)}
    from unnest(${listColumns(caps)}, ${caps.map(({ id }) => id)}::text[], ${caps.map(({ version }) => version)}::int[])
      as n`.execute(tx)
}

/** Replaces the fields of locked caps, each of which is named once. */
export async function updateCaps(tx: Tx, caps: readonly { id: string; fields: NewCap }[], now: Instant): Promise<void> {
  if (caps.length === 0) return
  const changes = WRITTEN_NAMES.map((name) => sql`${name} = n.${name}`)
  await sql`
    update caps c set ${sql.join(changes)}, version = c.version + 1, updated_at = ${formatInstant(now)}
    from unnest(${listColumns(caps)}, ${caps.map(({ id }) => id)}::text[]) as n (${sql.join(WRITTEN_NAMES)}, id)
    where c.id = n.id`.execute(tx)
}

export async function deleteCaps(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('caps').where('id', '=', anyOf(ids)).execute()
}

function selectDay(db: Database, kind: CapKind, date: Day) {
  return joinDeliveredOn(db, kind, date).where('c.kind', '=', kind).where('c.date', '=', date)
}

/** By texts' bytes, an order that is no language's: several times as fast to sort by, and the same in every database. */
const ORDER_OF_DAY = sql`c.geo_key collate "C", c.cap desc, c.source_number collate "C", c.id collate "C"`

/** One parameter, however many ids. One id by itself is found by a plan that is kept. */
function anyOf(ids: readonly string[]) {
  return ids.length === 1 ? sql<string>`${ids[0]}` : sql<string>`any(${ids}::text[])`
}

/** Delivered leads by the cap's key; of an affiliate cap whoever bought them. */
function joinDelivered(db: Database) {
  return db.selectFrom('caps as c').leftJoinLateral(
    (delivered) =>
      delivered
        .selectFrom('delivered_by_broker as d')
        .select(({ fn }) => sql<number | null>`${fn.sum('d.leads')}::int`.as('leads'))
        .whereRef('d.day', '=', 'c.date')
        .whereRef('d.geo_key', '=', 'c.geo_key')
        .whereRef('d.source_number', '=', 'c.source_number')
        .where(({ or, eb }) =>
          or([eb('c.kind', '=', 'affiliate'), eb('d.advertiser_id', '=', eb.ref('c.advertiser_id'))]),
        )
        .as('d'),
    (join) => join.onTrue(),
  )
}

/** The same for all caps of a kind and day, in one go over the day's counts instead of a look for each cap. */
function joinDeliveredOn(db: Database, kind: CapKind, date: Day) {
  const caps = db.selectFrom('caps as c')
  if (kind === 'broker') {
    return caps.leftJoin('delivered_by_broker as d', (join) =>
      join
        .on('d.day', '=', date)
        .onRef('d.geo_key', '=', 'c.geo_key')
        .onRef('d.advertiser_id', '=', 'c.advertiser_id')
        .onRef('d.source_number', '=', 'c.source_number'),
    )
  }
  const delivered = db
    .selectFrom('delivered_by_broker')
    .select(({ fn }) => ['geo_key', 'source_number', sql<number | null>`${fn.sum('leads')}::int`.as('leads')])
    .where('day', '=', date)
    .groupBy(['geo_key', 'source_number'])
  return caps.leftJoin(delivered.as('d'), (join) =>
    join.onRef('d.geo_key', '=', 'c.geo_key').onRef('d.source_number', '=', 'c.source_number'),
  )
}

/** A column for each field, named as it is. */
const COLUMNS = FIELD_NAMES.map((name) => ({ name, column: toSnakeCase(name), type: fieldOf(name).type }))

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  day: 'date',
  geo: 'text',
  source: 'text',
  advertiser: 'text',
  text: 'text',
  author: 'text',
  count: 'integer',
  hours: 'text',
  always: 'boolean',
  cents: 'numeric',
  basisPoints: 'numeric',
}

/** Field names that differ within a kind and day. */
const WITHIN_DAY = [
  ...COLUMNS.filter(({ name }) => name !== 'date').map(({ name, column }) => sql.ref(`c.${column}`).as(name)),
  'c.id' as const,
  'c.version' as const,
  'd.leads' as const,
]

function selectCaps(db: Database) {
  return joinDelivered(db).select(['c.kind', 'c.date', ...WITHIN_DAY])
}

interface CapRow extends Readonly<Partial<Record<FieldName, unknown>>> {
  id: string
  kind: string
  version: number
  leads: number | null
}

/** Readers of PostgreSQL's values, by type; others are used as stored. */
const READERS: Readonly<Partial<Record<FieldType, (value: string) => unknown>>> = {
  source: foldSource,
  cents: parseHundredths<Cents>,
  basisPoints: parseHundredths<BasisPoints>,
}

function toCap(row: CapRow): Cap {
  const fields = mapFields<CapFields>((name, type) => {
    const value = row[name]
    const read = READERS[type]
    return read && typeof value === 'string' ? read(value) : value
  })
  return {
    ...fields,
    _id: row.id,
    kind: row.kind === 'broker' ? 'broker' : 'affiliate',
    actualCount: row.leads ?? 0,
    version: row.version,
  }
}

const asIs = (value: unknown) => value
const price = (value: Cents | BasisPoints | null) => value && formatHundredths(value)
const WRITERS: ByType<unknown> = {
  day: asIs,
  geo: asIs,
  source: asIs,
  advertiser: asIs,
  text: asIs,
  author: asIs,
  count: asIs,
  hours: asIs,
  always: asIs,
  cents: price,
  basisPoints: price,
}

/** The columns written for a cap: its fields, its kind, and its geo in key form. */
const WRITTEN_NAMES = ['kind', 'geo_key', ...COLUMNS.map(({ column }) => column)].map((name) => sql.ref(name))

/** Their values, each column as one list. */
function listColumns(caps: readonly { fields: NewCap }[]) {
  const fields = COLUMNS.map(({ name, type }) => {
    const values = caps.map((cap) => takeField(WRITERS, cap.fields, name))
    return sql`${values}::${sql.raw(SQL_TYPES[type])}[]`
  })
  const kinds = caps.map((cap) => cap.fields.kind)
  const geoKeys = caps.map((cap) => foldGeo(cap.fields.geo))
  return sql.join([sql`${kinds}::text[]`, sql`${geoKeys}::text[]`, ...fields])
}
