import { sql } from 'kysely'
import { CAP_KINDS, type CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Database } from '#platform/db/database.ts'

export interface CapHours {
  id: string
  kind: CapKind
  date: Day
  workingHours: string
}

/** The caps of some days that have working hours. */
export async function listCapHours(db: Database, days: readonly Day[]): Promise<CapHours[]> {
  const rows = await db
    .selectFrom('caps')
    .select(['id', 'kind', 'date', 'working_hours'])
    // The index of keys begins with the kind.
    .where('kind', 'in', CAP_KINDS)
    .where('date', '=', sql<Day>`any(${days}::date[])`)
    .where('always_on', '=', false)
    .where('working_hours', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, kind, date, working_hours: workingHours }) => ({
    id,
    kind: kind === 'broker' ? 'broker' : 'affiliate',
    date,
    workingHours: workingHours ?? '',
  }))
}
