import { sql } from 'kysely'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { PayoutLead } from '#domain/payouts/rows.ts'
import type { Database } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'

/** The place of a lead, and its last change in its system. */
export interface LeadPlace {
  day: Day
  geo: string
  geoKey: string
  advertiserId: string
  sourceNumber: string
  updatedAt: Instant | null
}

export async function findLeadPlace(
  db: Database,
  { connector, id }: { connector: string; id: string },
): Promise<LeadPlace | null> {
  const row = await db
    .selectFrom('leads')
    .select(['day', 'geo', 'geo_key as geoKey', 'advertiser_id as advertiserId', 'source_number as sourceNumber'])
    .select('updated_at as updatedAt')
    .where('connector', '=', connector)
    .where('external_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export interface CapOfLead {
  id: string
  kind: CapKind
  cap: number
  workingHours: string | null
  alwaysOn: boolean
}

/** The caps that plan the leads of a place: at most one of each kind. */
export async function listCapsOfPlace(db: Database, place: LeadPlace): Promise<CapOfLead[]> {
  const { rows } = await sql<CapOfLead>`
    select id, kind, cap, working_hours as "workingHours", always_on as "alwaysOn" from caps
    where kind = any(array['broker', 'affiliate']) and date = ${place.day} and geo_key = ${place.geoKey}
      and source_number = ${place.sourceNumber} and (kind = 'affiliate' or advertiser_id = ${place.advertiserId})`.execute(
    db,
  )
  return rows
}

/** All leads of a place, as far as they are paid for. */
export async function listLeadsOfPlace(db: Database, place: LeadPlace): Promise<PayoutLead[]> {
  return db
    .selectFrom('leads')
    .select(['connector', 'external_id as id', 'created_at as createdAt', 'geo', 'advertiser_id as advertiserId'])
    .select(['source_number as sourceNumber', 'email', 'status'])
    .where('day', '=', place.day)
    .where('geo_key', '=', place.geoKey)
    .where('advertiser_id', '=', place.advertiserId)
    .where('source_number', '=', place.sourceNumber)
    .execute()
}

/** The first good turn of a system that began after an instant. Turns that were removed are not seen. */
export async function findFirstTurn(db: Database, connector: string, after: Instant): Promise<Instant | null> {
  const row = await db
    .selectFrom('sync_parts')
    .select('started_at as startedAt')
    .where('connector', '=', connector)
    .where('status', 'in', ['success', 'unchanged'])
    .where('started_at', '>=', timestamp(after))
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst()
  return row?.startedAt ?? null
}

/** The last file that had a lead, as long as it can be taken back. */
export async function findFile(
  db: Database,
  { connector, id }: { connector: string; id: string },
): Promise<{ fileName: string; uploadedBy: string; savedAt: Instant } | null> {
  const row = await db
    .selectFrom('kept_rows')
    .innerJoin('uploads', 'uploads.id', 'kept_rows.batch')
    .select(['file_name as fileName', 'uploaded_by as uploadedBy', 'saved_at as savedAt'])
    .where('kept_rows.connector', '=', connector)
    .where('kind', '=', 'leads')
    .where('external_id', '=', id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row.savedAt !== null ? { ...row, savedAt: row.savedAt } : null
}
