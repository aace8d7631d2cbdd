import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { SweepHindrance } from '#domain/sentences/sweep.ts'
import type { Database, Tx } from '#platform/db/database.ts'

export interface SweepState {
  /** How many there were. */
  sweeps: number
  sweptAt: Instant | null
  /** The last request that was answered. */
  token: string
  /** JSON of the decisions. */
  memory: unknown
}

export async function findState(db: Database): Promise<SweepState> {
  return selectState(db).executeTakeFirstOrThrow()
}

/** Held until the transaction ends: of two sweeps that looked at once one is kept. */
export async function lockState(tx: Tx): Promise<SweepState> {
  return selectState(tx).forUpdate().executeTakeFirstOrThrow()
}

export async function saveState(tx: Tx, state: { sweptAt: Instant; token: string; memory: object }): Promise<void> {
  await tx
    .updateTable('suggestion_state')
    .set((row) => ({
      sweeps: row('sweeps', '+', 1),
      swept_at: formatInstant(state.sweptAt),
      token: state.token,
      memory: JSON.stringify(state.memory),
    }))
    .execute()
}

export interface SweepRow {
  id: string
  at: Instant
  day: Day
  cause: 'interval' | 'force'
  caps: number
  /** Of history. */
  days: number
  suggested: number
  hindrance: SweepHindrance | null
  wording: 'template' | 'model'
  wordingFailure: string | null
}

/** With what it was asked for with, and how long it took. */
export interface NewSweep extends SweepRow {
  token: string | null
  milliseconds: number
}

export async function insertSweep(tx: Tx, { wordingFailure, at, ...sweep }: NewSweep): Promise<void> {
  await tx
    .insertInto('suggestion_sweeps')
    .values({ ...sweep, at: formatInstant(at), wording_failure: wordingFailure })
    .execute()
}

/** The last one; of a day, where one is named. */
export async function findLastSweep(db: Database, day?: Day): Promise<SweepRow | null> {
  const { rows } = await sql<SweepRow>`
    select id, at, day, cause, caps, days, suggested, hindrance, wording, wording_failure as "wordingFailure"
    from suggestion_sweeps ${day ? sql`where day = ${day}` : sql``}
    order by at desc, id desc limit 1`.execute(db)
  return rows[0] ?? null
}

export interface MessageRow {
  id: string
  /** When its sweep was. */
  at: Instant
  more: number
}

/** Keeps a message of a sweep, and that it tells these suggestions. */
export async function insertSweepMessage(tx: Tx, { id, more, at }: MessageRow, told: readonly string[]): Promise<void> {
  await tx
    .insertInto('suggestion_messages')
    .values({ id, more, at: formatInstant(at) })
    .execute()
  await tx.updateTable('suggestions').set({ message_id: id }).where('id', 'in', told).execute()
}

/** Held until the transaction ends, so that each writing of the message knows of the one before. */
export async function lockSweepMessage(tx: Tx, id: string): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('suggestion_messages')
    .select(['id', 'at', 'more'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function selectState(db: Database) {
  return db.selectFrom('suggestion_state').select(['sweeps', 'swept_at as sweptAt', 'token', 'memory'])
}
