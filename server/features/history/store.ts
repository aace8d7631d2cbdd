import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'

export interface ChangeRow {
  id: string
  batchId: string
  /** The commit that this one takes back. */
  undoes: string | null
  at: Instant
  actorId: string | null
  actor: string
  action: string
  subject: string
  subjectId: string
  days: readonly Day[]
  before: unknown
  after: unknown
}

export type StoredChange = Omit<ChangeRow, 'days' | 'actorId' | 'subject'>

const ROWS_OF_A_STATEMENT = 2_000

export async function insertChanges(db: Database, rows: readonly ChangeRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_OF_A_STATEMENT) {
    const columns = rows.slice(from, from + ROWS_OF_A_STATEMENT).map((row) => ({
      id: row.id,
      batch_id: row.batchId,
      undoes: row.undoes,
      at: formatInstant(row.at),
      actor_id: row.actorId,
      actor: row.actor,
      action: row.action,
      subject: row.subject,
      subject_id: row.subjectId,
      days: sql<Day[]>`${row.days}::date[]`,
      before: row.before === null ? null : JSON.stringify(row.before),
      after: row.after === null ? null : JSON.stringify(row.after),
    }))
    await db.insertInto('changes').values(columns).execute()
  }
}

/** The changes of a commit, in the order in which they were made. */
export async function listChangesOfBatch(db: Database, subject: string, batchId: string): Promise<StoredChange[]> {
  return selectChanges(db, subject).where('c.batch_id', '=', batchId).orderBy('c.position').execute()
}

/** Newest first. */
export async function listChangesOfDay(
  db: Database,
  subject: string,
  day: Day,
  limit: number,
): Promise<StoredChange[]> {
  return selectChanges(db, subject)
    .where(sql<boolean>`c.days @> ${[day]}::date[]`)
    .orderBy('c.position', 'desc')
    .limit(limit)
    .execute()
}

/** Newest first. */
export async function listChangesOfSubject(
  db: Database,
  subject: string,
  subjectId: string,
  limit: number,
): Promise<StoredChange[]> {
  return selectChanges(db, subject)
    .where('c.subject_id', '=', subjectId)
    .orderBy('c.position', 'desc')
    .limit(limit)
    .execute()
}

/** Of every subject of a kind, newest first. */
export async function listChangesOfKind(db: Database, subject: string, limit: number): Promise<StoredChange[]> {
  return selectChanges(db, subject).orderBy('c.position', 'desc').limit(limit).execute()
}

/** How many changes each of some commits made. */
export async function countChangesOfBatches(
  db: Database,
  subject: string,
  batchIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('changes')
    .where('subject', '=', subject)
    .select(['batch_id', sql<number>`count(*)::int`.as('count')])
    .where('batch_id', '=', sql<string>`any(${batchIds}::text[])`)
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map((row) => [row.batch_id, row.count]))
}

/** The id of the last change of each of some subjects. */
export async function listLastChanges(
  db: Database,
  subject: string,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('changes')
    .distinctOn('subject_id')
    .select(['subject_id', 'id'])
    .where('subject', '=', subject)
    .where('subject_id', '=', sql<string>`any(${subjectIds}::text[])`)
    .orderBy('subject_id')
    .orderBy('position', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subject_id, row.id]))
}

/** The last commit of those that took a commit back, took that back, and so on. */
export interface Undo {
  /** The commit that it all began with. */
  batchId: string
  /** How many there are. */
  nth: number
  /** The last of them. */
  lastId: string
  actor: string
  at: Instant
}

export async function listUndos(db: Database, batchIds: readonly string[]): Promise<Undo[]> {
  const { rows } = await sql<Undo>`
    with recursive undos as (
      select undoes as root, batch_id, actor, at, 1 as nth from changes where undoes = any(${batchIds}::text[])
      union
      select u.root, c.batch_id, c.actor, c.at, u.nth + 1 from changes c join undos u on c.undoes = u.batch_id
    )
    select distinct on (root) root as "batchId", nth, batch_id as "lastId", actor, at from undos order by root, nth desc`.execute(
    db,
  )
  return rows
}

function selectChanges(db: Database, subject: string) {
  return db
    .selectFrom('changes as c')
    .select([
      'c.id',
      'c.batch_id as batchId',
      'c.undoes',
      'c.at',
      'c.actor',
      'c.action',
      'c.subject_id as subjectId',
      'c.before',
      'c.after',
    ])
    .where('c.subject', '=', subject)
}
