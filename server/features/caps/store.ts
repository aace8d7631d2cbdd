import { sql, type Insertable } from 'kysely'
import { CAP_KINDS, type AnyCap, type CapKey, type CapKind } from '#domain/caps/cap.ts'
import type { CapFields } from '#domain/caps/edits.ts'
import { formatHundredths, parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { mapDigested, type Digest, type Digested } from '#domain/kernel/digest.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { PREPARED } from '#platform/db/connection.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readUnlessKnown } from '#platform/db/digest.ts'
import { lockName } from '#platform/db/lock-name.ts'
import type { DB } from '#platform/db/tables.ts'

export interface DaySummary {
  count: number
  plannedTotal: number
  actualTotal: number
}

/** By geo, then planned descending. */
export async function listDayCaps(db: Database, kind: CapKind, date: Day): Promise<AnyCap[]> {
  const rows = await selectDay(db, kind, date).modifyFront(PREPARED).select(CAP_COLUMNS).orderBy(ORDER_OF_DAY).execute()
  return rows.map(toCap)
}

/** The same, unless they are those that are known. */
export async function listDayCapsUnlessKnown(
  db: Database,
  kind: CapKind,
  date: Day,
  known: Digest | null,
): Promise<Digested<AnyCap[]>> {
  const rows = selectDay(db, kind, date).select(COLUMNS_WITHIN_DAY)
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

export async function listCapsByIds(db: Database, ids: readonly string[]): Promise<AnyCap[]> {
  if (ids.length === 0) return []
  const rows = await selectCaps(db).where('c.id', '=', anyOf(ids)).execute()
  return rows.map(toCap)
}

/** The caps as they stand, held until the transaction ends; in one order, so that two commits cannot deadlock. */
export async function lockCaps(tx: Tx, ids: readonly string[]): Promise<Map<string, AnyCap>> {
  if (ids.length === 0) return new Map()
  await tx.selectFrom('caps').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
  const caps = await listCapsByIds(tx, ids)
  return new Map(caps.map((cap) => [cap._id, cap]))
}

/** The caps that stand on these keys. */
export async function listCapsByKeys(db: Database, keys: readonly CapKey[]): Promise<AnyCap[]> {
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
 * One commit of a kind at a time: what one finds standing stands until it ends, and two that touch the same caps wait
 * for each other instead of locking each other out.
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
  return { count: row.count, plannedTotal: Number(row.planned), actualTotal: Number(row.actual) }
}

/** Rows of one statement: each has 17 parameters, and PostgreSQL takes 65,535. */
const ROWS_OF_A_STATEMENT = 2_000

/** Adds caps; `caps_key` refuses at the end of the transaction what stands on a key already. */
export async function insertCaps(
  tx: Tx,
  caps: readonly { id: string; version: number; fields: CapFields }[],
  now: Instant,
): Promise<void> {
  for (let from = 0; from < caps.length; from += ROWS_OF_A_STATEMENT) {
    const rows = caps.slice(from, from + ROWS_OF_A_STATEMENT).map(({ id, version, fields }) => ({
      ...toColumns(fields),
      id,
      version,
      created_at: formatInstant(now),
      updated_at: formatInstant(now),
    }))
    await tx.insertInto('caps').values(rows).execute()
  }
}

/** Replaces the fields of locked caps, each of which is named once. */
export async function updateCaps(
  tx: Tx,
  caps: readonly { id: string; fields: CapFields }[],
  now: Instant,
): Promise<void> {
  for (let from = 0; from < caps.length; from += ROWS_OF_A_STATEMENT) {
    const rows = caps.slice(from, from + ROWS_OF_A_STATEMENT).map(({ id, fields }) => ({ ...toColumns(fields), id }))
    const changes = COLUMNS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`)
    const lists = COLUMNS.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(COLUMN_TYPES[name])}[]`)
    await sql`
      update caps c set ${sql.join(changes)}, version = c.version + 1, updated_at = ${formatInstant(now)}
      from unnest(${rows.map(({ id }) => id)}::text[], ${sql.join(lists)})
        as n (id, ${sql.join(COLUMNS.map((name) => sql.ref(name)))})
      where c.id = n.id`.execute(tx)
  }
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

/** One parameter, however many ids. */
function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::text[])`
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

/** What differs among the caps of a kind and day. */
const COLUMNS_WITHIN_DAY = [
  'c.id',
  'c.geo',
  'c.cap',
  'c.advertiser_id',
  'c.advertiser_name',
  'c.source_number',
  'c.working_hours',
  'c.always_on',
  'c.cpa',
  'c.crg',
  'c.created_by',
  'c.version',
  'd.leads',
] as const

const CAP_COLUMNS = ['c.kind', 'c.date', ...COLUMNS_WITHIN_DAY] as const

function selectCaps(db: Database) {
  return joinDelivered(db).select(CAP_COLUMNS)
}

type CapRow = Awaited<ReturnType<ReturnType<typeof selectCaps>['execute']>>[number]

function toCap(row: CapRow): AnyCap {
  return {
    _id: row.id,
    kind: row.kind === 'broker' ? 'broker' : 'affiliate',
    date: row.date,
    geo: row.geo,
    cap: row.cap,
    advertiserId: row.advertiser_id,
    advertiserName: row.advertiser_name,
    sourceNumber: foldSource(row.source_number),
    workingHours: row.working_hours,
    alwaysOn: row.always_on,
    cpa: row.cpa === null ? null : parseHundredths<Cents>(row.cpa),
    crg: row.crg === null ? null : parseHundredths<BasisPoints>(row.crg),
    actualCount: row.leads ?? 0,
    createdBy: row.created_by,
    version: row.version,
  }
}

/** What is written of a cap: the compiler knows of every column of the table. */
type WrittenColumns = Required<Omit<Insertable<DB['caps']>, 'id' | 'version' | 'created_at' | 'updated_at'>>

function toColumns(cap: CapFields): WrittenColumns {
  return {
    kind: cap.kind,
    date: cap.date,
    geo: cap.geo,
    geo_key: foldGeo(cap.geo),
    cap: cap.cap,
    advertiser_id: cap.advertiserId,
    advertiser_name: cap.advertiserName,
    source_number: cap.sourceNumber,
    working_hours: cap.workingHours,
    always_on: cap.alwaysOn,
    cpa: cap.cpa === null ? null : formatHundredths(cap.cpa),
    crg: cap.crg === null ? null : formatHundredths(cap.crg),
    created_by: cap.createdBy,
  }
}

/** The types of the columns, in which lists of them travel. */
const COLUMN_TYPES = {
  kind: 'text',
  date: 'date',
  geo: 'text',
  geo_key: 'text',
  cap: 'integer',
  advertiser_id: 'text',
  advertiser_name: 'text',
  source_number: 'text',
  working_hours: 'text',
  always_on: 'boolean',
  cpa: 'numeric',
  crg: 'numeric',
  created_by: 'text',
} as const satisfies Record<keyof WrittenColumns, string>

const COLUMNS = Object.keys(COLUMN_TYPES).filter(isColumn)

function isColumn(name: string): name is keyof typeof COLUMN_TYPES {
  return Object.hasOwn(COLUMN_TYPES, name)
}
