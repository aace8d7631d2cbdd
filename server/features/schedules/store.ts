import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import { lockName } from '#platform/db/locks.ts'

export interface ScheduleState {
  /** Everything due until here is decided. */
  lookedUntil: Instant
  /** The timetable of the last check, as stored. */
  timetable: unknown
  /** The last lead sync after which caps were checked. */
  capsAfterRun: string | null
}

/**
 * The state, locked until the transaction ends, so that two nodes never decide the same. Null before the first check.
 */
export async function lockState(tx: Tx): Promise<ScheduleState | null> {
  // The first check has no row to lock.
  await lockName(tx, 'schedules')
  return findState(tx)
}

/** The state, without a lock. */
export async function findState(db: Database): Promise<ScheduleState | null> {
  const row = await db
    .selectFrom('schedule_state')
    .select(['looked_until as lookedUntil', 'plan as timetable', 'caps_after_run as capsAfterRun'])
    .executeTakeFirst()
  return row ?? null
}

/** `timetable`: JSON. */
export async function saveLookedUntil(tx: Tx, lookedUntil: Instant, timetable: string): Promise<void> {
  const columns = { looked_until: formatInstant(lookedUntil), plan: timetable }
  await tx
    .insertInto('schedule_state')
    .values(columns)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(columns))
    .execute()
}

export async function saveCapsAfterRun(tx: Tx, runId: string): Promise<void> {
  await tx.updateTable('schedule_state').set({ caps_after_run: runId }).execute()
}

/** Marks keys as told; returns those that are new. */
export async function insertTold(tx: Tx, keys: readonly string[], at: Instant): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    insert into told (key, at) select key, ${formatInstant(at)}::timestamptz from unnest(${keys}::text[]) as k (key)
    on conflict do nothing returning key
  `.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** Those of the keys that are told. */
export async function listTold(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.selectFrom('told').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

/** Deletes marks of times in the future; marks of reached shares stay. */
export async function deleteToldAfter(tx: Tx, now: Instant): Promise<void> {
  await tx.deleteFrom('told').where('at', '>', timestamp(now)).where('key', 'not like', 'reached:%').execute()
}
