import { sql } from 'kysely'
import type { BrokerCap, BrokerCapKey } from '#domain/caps/cap.ts'
import { formatHundredths, parseHundredths, type BasisPoints, type Cents } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** The fields that people set. */
export type BrokerCapFields = Omit<BrokerCap, '_id' | 'actualCount' | 'version'>

export interface DaySummary {
  count: number
  plannedTotal: number
  actualTotal: number
}

/** By geo, then planned descending. */
export async function listDayCaps(db: Database, date: Day): Promise<BrokerCap[]> {
  const rows = await selectCaps(db)
    .where('c.date', '=', date)
    .orderBy('c.geo_key')
    .orderBy('c.cap', 'desc')
    .orderBy('c.id')
    .execute()
  return rows.map(toCap)
}

export async function findCap(db: Database, id: string): Promise<BrokerCap | null> {
  const row = await selectCaps(db).where('c.id', '=', id).executeTakeFirst()
  return row ? toCap(row) : null
}

/** The cap as it stands, held until the transaction ends. */
export async function lockCap(tx: Tx, id: string): Promise<BrokerCap | null> {
  const row = await selectCaps(tx).where('c.id', '=', id).forUpdate('c').executeTakeFirst()
  return row ? toCap(row) : null
}

export async function findCapByKey(db: Database, key: BrokerCapKey): Promise<BrokerCap | null> {
  const row = await selectCaps(db)
    .where('c.date', '=', key.date)
    .where('c.geo_key', '=', key.geo)
    .where('c.advertiser_id', '=', key.advertiserId)
    .where('c.source_number', '=', key.sourceNumber)
    .executeTakeFirst()
  return row ? toCap(row) : null
}

export async function summarizeDay(db: Database, date: Day): Promise<DaySummary> {
  const row = await joinDelivered(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<string>('c.cap'), sql<string>`0`).as('planned'),
      fn.coalesce(fn.sum<string>('d.leads'), sql<string>`0`).as('actual'),
    ])
    .where('c.date', '=', date)
    .executeTakeFirstOrThrow()
  return { count: row.count, plannedTotal: Number(row.planned), actualTotal: Number(row.actual) }
}

/** Adds the caps whose key is free; the ids of those that were added. */
export async function insertCaps(
  tx: Tx,
  caps: readonly (BrokerCapFields & { id: string })[],
  now: Instant,
): Promise<string[]> {
  if (caps.length === 0) return []
  const rows = await tx
    .insertInto('broker_caps')
    .values(caps.map((cap) => ({ id: cap.id, ...toColumns(cap), created_at: formatInstant(now), updated_at: formatInstant(now) })))
    .onConflict((conflict) => conflict.constraint('broker_caps_key').doNothing())
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Replaces the fields of a locked cap. Throws a unique violation of `broker_caps_key` where the new key is taken. */
export async function updateCap(tx: Tx, id: string, fields: BrokerCapFields, now: Instant): Promise<void> {
  await tx
    .updateTable('broker_caps')
    .set({ ...toColumns(fields), version: sql`version + 1`, updated_at: formatInstant(now) })
    .where('id', '=', id)
    .execute()
}

export async function deleteCap(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('broker_caps').where('id', '=', id).execute()
}

/** The days from `from` on that have caps. */
export async function listDaysWithCaps(db: Database, from: Day): Promise<Day[]> {
  const rows = await db.selectFrom('broker_caps').select('date').distinct().where('date', '>=', from).execute()
  return rows.map((row) => row.date)
}

function joinDelivered(db: Database) {
  return db
    .selectFrom('broker_caps as c')
    .leftJoin('delivered_by_broker as d', (join) =>
      join
        .onRef('d.day', '=', 'c.date')
        .onRef('d.geo_key', '=', 'c.geo_key')
        .onRef('d.advertiser_id', '=', 'c.advertiser_id')
        .onRef('d.source_number', '=', 'c.source_number'),
    )
}

function selectCaps(db: Database) {
  return joinDelivered(db).select([
    'c.id',
    'c.date',
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
  ])
}

type CapRow = Awaited<ReturnType<ReturnType<typeof selectCaps>['execute']>>[number]

function toCap(row: CapRow): BrokerCap {
  return {
    _id: row.id,
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

function toColumns(cap: BrokerCapFields) {
  return {
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
