import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { RowTally } from '#domain/leads/window.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { timestamp } from '#platform/db/expressions.ts'
import type { FeedKind } from '#platform/leads/connector.ts'
import { COUNT_COLUMNS } from './count-store.ts'

export interface NewBackfill {
  id: string
  connector: string
  from: Instant
  to: Instant
  requestedBy: string
  createdAt: Instant
}

/** False where one of the connector is under way. */
export async function insertBackfill(db: Database, backfill: NewBackfill): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('backfills')
    .values({
      id: backfill.id,
      connector: backfill.connector,
      from_at: formatInstant(backfill.from),
      to_at: formatInstant(backfill.to),
      requested_by: backfill.requestedBy,
      created_at: formatInstant(backfill.createdAt),
    })
    .onConflict((conflict) => conflict.column('connector').where('state', 'in', ['waiting', 'running']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** How far a backfill has come. */
export interface BackfillPlace {
  kind: FeedKind
  cursor: string | null
  /** 0 to 1. */
  progress: number
  /** Rows of the kind so far, over all turns. */
  tally: RowTally
}

/**
 * Gives this worker the oldest backfill that is open and due, except those in `but`; null if there is none. Only this worker may
 * write for it then.
 */
export async function claimBackfill(db: Database, worker: string, now: Instant, but: ReadonlySet<string>) {
  const row = await db
    .updateTable('backfills')
    .set({ worker, state: 'running', resumes_at: null })
    .where('id', '=', (query) =>
      query
        .selectFrom('backfills')
        .select('id')
        .where('state', 'in', ['waiting', 'running'])
        .where(isDue(now))
        .$if(but.size > 0, (rows) => rows.where('id', 'not in', [...but]))
        .orderBy('created_at')
        .limit(1)
        .forUpdate(),
    )
    .returning(['id', 'connector', 'from_at', 'to_at', 'kind', 'cursor', 'kind_rows', 'kind_bad_rows'])
    .executeTakeFirst()
  if (!row) return null
  const kind: FeedKind = row.kind === 'deposits' ? 'deposits' : 'leads'
  const tally: RowTally = { total: row.kind_rows, bad: row.kind_bad_rows }
  return { id: row.id, connector: row.connector, from: row.from_at, to: row.to_at, kind, cursor: row.cursor, tally }
}

export type ClaimedBackfill = NonNullable<Awaited<ReturnType<typeof claimBackfill>>>

/**
 * Moves the checkpoint; false if the backfill was stopped or taken over, and nothing of this transaction may be kept.
 */
export async function updateBackfill(db: Database, id: string, worker: string, place: BackfillPlace): Promise<boolean> {
  const { numUpdatedRows } = await whileClaimed(db, id, worker)
    .set({
      kind: place.kind,
      cursor: place.cursor,
      progress: place.progress,
      kind_rows: place.tally.total,
      kind_bad_rows: place.tally.bad,
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function isClaimed(db: Database, id: string, worker: string): Promise<boolean> {
  const row = await db
    .selectFrom('backfills')
    .select('id')
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row !== undefined
}

/** Leaves it to be taken again, no sooner than `resumesAt`. */
export async function releaseBackfill(
  db: Database,
  id: string,
  worker: string,
  { message, resumesAt }: { message: string | null; resumesAt: Instant | null },
): Promise<void> {
  const resumes_at = formatOptionalInstant(resumesAt)
  await whileClaimed(db, id, worker).set({ state: 'waiting', message, resumes_at }).execute()
}

function isDue(now: Instant) {
  return sql<boolean>`(resumes_at is null or resumes_at <= ${timestamp(now)})`
}

/** False if it was stopped or taken over, so this worker may not end it. */
export async function endBackfill(
  db: Database,
  id: string,
  worker: string,
  end: { state: 'done' | 'failed'; message: string | null; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await whileClaimed(db, id, worker)
    .set({
      state: end.state,
      message: end.message,
      ended_at: formatInstant(end.at),
      ...(end.state === 'done' && { progress: 1 }),
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a backfill whoever works on it; false if it has ended, or does not exist. */
export async function cancelBackfill(db: Database, id: string, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backfills')
    .set({ state: 'stopped', message: null, ended_at: formatInstant(at) })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends those of a connector that are open. */
export async function cancelBackfillsOf(tx: Tx, connector: string, at: Instant): Promise<void> {
  await tx
    .updateTable('backfills')
    .set({ state: 'stopped', message: null, ended_at: formatInstant(at) })
    .where('connector', '=', connector)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

function whileClaimed(db: Database, id: string, worker: string) {
  return db.updateTable('backfills').where('id', '=', id).where('worker', '=', worker).where('state', '=', 'running')
}

/** Whether one is open and due. */
export async function hasDueBackfill(db: Database, now: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('backfills')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where(isDue(now))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const SHOWN = [
  'id',
  'connector',
  'from_at',
  'to_at',
  'requested_by',
  'created_at',
  'ended_at',
  'state',
  'progress',
  'message',
  ...COUNT_COLUMNS,
] as const

export async function findBackfill(db: Database, id: string) {
  return (await db.selectFrom('backfills').select(SHOWN).where('id', '=', id).executeTakeFirst()) ?? null
}

/** The newest of each connector. */
export async function listBackfills(db: Database) {
  return db
    .selectFrom('backfills')
    .distinctOn('connector')
    .select(SHOWN)
    .orderBy('connector')
    .orderBy('created_at', 'desc')
    .execute()
}

export type StoredBackfill = NonNullable<Awaited<ReturnType<typeof findBackfill>>>
