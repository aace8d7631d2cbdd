import { sql } from 'kysely'
import { CAP_KINDS, type CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { LIMIT_PERIODS, LIMIT_UNITS, type Limit, type LimitPlace } from '#domain/limits/limit.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { lockName } from '#platform/db/locks.ts'

export async function listLimits(db: Database): Promise<Limit[]> {
  const rows = await selectLimits(db).execute()
  return rows.map(toLimit)
}

export async function findLimit(tx: Tx, id: string): Promise<Limit | null> {
  const row = await selectLimits(tx).where('id', '=', id).executeTakeFirst()
  return row ? toLimit(row) : null
}

/** One change of limits at a time. */
export async function lockLimits(tx: Tx): Promise<void> {
  await lockName(tx, 'limits')
}

/** Adds a limit, or overwrites the one with this id. */
export async function saveLimit(tx: Tx, { _id, ...limit }: Limit, now: Instant): Promise<void> {
  const columns = {
    name: limit.name,
    side: limit.side,
    geos: [...limit.geos],
    advertiser_ids: [...limit.advertiserIds],
    source_numbers: [...limit.sourceNumbers],
    number: limit.number,
    unit: limit.unit,
    period: limit.period,
    first_day: limit.firstDay,
    last_day: limit.lastDay,
    note: limit.note,
    version: limit.version,
    updated_at: formatInstant(now),
  }
  await tx
    .insertInto('limits')
    .values({ id: _id, created_at: formatInstant(now), ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}

export async function deleteLimit(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('limits').where('id', '=', id).execute()
}

/** Delivered leads of one place and span of days. */
export interface DeliveredRow extends LimitPlace {
  day: Day
  advertiserId: string
  leads: number
  deposits: number
}

/** Days of a range, summed between cuts; each span is listed under one of its days. */
export interface Stretches extends DayRange {
  cuts: readonly Day[]
}

/** Stretches that nothing came in are left out. */
export async function listDelivered(db: Database, { start, end, cuts }: Stretches): Promise<DeliveredRow[]> {
  return db
    .selectFrom('delivered_by_broker')
    .select(({ fn }) => [
      fn.min('day').as('day'),
      'geo_key as geo',
      'advertiser_id as advertiserId',
      'source_number as sourceNumber',
      fn.sum<number>('leads').as('leads'),
      fn.sum<number>('deposits').as('deposits'),
    ])
    .where('day', '>=', start)
    .where('day', '<=', end)
    .groupBy(['geo_key', 'advertiser_id', 'source_number', stretchOf('day', cuts)])
    .execute()
}

/** Leads of a source by status, as it was sent. */
export interface StatusRow {
  day: Day
  sourceNumber: string
  status: string
  leads: number
}

export async function listStatuses(db: Database, { start, end, cuts }: Stretches): Promise<StatusRow[]> {
  return db
    .selectFrom('leads_by_status')
    .select(({ fn }) => [
      fn.min('day').as('day'),
      'source_number as sourceNumber',
      'status',
      fn.sum<number>('leads').as('leads'),
    ])
    .where('day', '>=', start)
    .where('day', '<=', end)
    .groupBy(['source_number', 'status', stretchOf('day', cuts)])
    .execute()
}

/** Caps of a stretch of days, side, place, and hours, together. */
export interface PlannedRow extends LimitPlace {
  side: CapKind
  day: Day
  cap: number
  workingHours: string | null
  alwaysOn: boolean
}

export async function listPlannedCaps(db: Database, { start, end, cuts }: Stretches): Promise<PlannedRow[]> {
  const rows = await db
    .selectFrom('caps')
    .select(({ fn }) => [fn.min('date').as('day'), fn.sum<number>('cap').as('cap')])
    .select(['kind', 'geo_key as geo', 'advertiser_id as advertiserId', 'source_number as sourceNumber'])
    .select(['working_hours as workingHours', 'always_on as alwaysOn'])
    // The index of keys begins with the kind.
    .where('kind', 'in', CAP_KINDS)
    .where('date', '>=', start)
    .where('date', '<=', end)
    .groupBy(['kind', 'geo_key', 'advertiser_id', 'source_number', 'working_hours', 'always_on'])
    .groupBy(stretchOf('date', cuts))
    .execute()
  return rows.map(({ kind, ...row }) => ({ ...row, side: kind === 'broker' ? 'broker' : 'affiliate' }))
}

function stretchOf(column: 'day' | 'date', cuts: readonly Day[]) {
  return sql`width_bucket(${sql.ref(column)}, ${[...cuts].toSorted()}::date[])`
}

function selectLimits(db: Database) {
  return db
    .selectFrom('limits')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('id')
}

type LimitRow = Awaited<ReturnType<ReturnType<typeof selectLimits>['executeTakeFirstOrThrow']>>

function toLimit(row: LimitRow): Limit {
  return {
    _id: row.id,
    version: row.version,
    name: row.name,
    side: row.side === 'affiliate' ? 'affiliate' : 'broker',
    geos: row.geos,
    advertiserIds: row.advertiser_ids,
    sourceNumbers: row.source_numbers,
    number: row.number,
    unit: LIMIT_UNITS.find((unit) => unit === row.unit) ?? 'leads',
    period: LIMIT_PERIODS.find((period) => period === row.period) ?? 'day',
    firstDay: row.first_day,
    lastDay: row.last_day,
    note: row.note,
  }
}
