import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
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

/** In their order, by one statement with a list for each column: a commit of plans has thousands of changes. */
export async function insertChanges(db: Database, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return
  const texts = (valueOf: (row: ChangeRow) => string | null) => sql`${rows.map(valueOf)}::text[]`
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await sql`
    insert into changes (id, batch_id, undoes, at, actor_id, actor, action, subject, subject_id, days, before, after)
    select id, batch_id, undoes, at::timestamptz, actor_id, actor, action, subject, subject_id,
      string_to_array(days, ',')::date[], before::jsonb, after::jsonb
    from unnest(${texts(({ id }) => id)}, ${texts(({ batchId }) => batchId)}, ${texts(({ undoes }) => undoes)},
      ${texts(({ at }) => formatInstant(at))}, ${texts(({ actorId }) => actorId)}, ${texts(({ actor }) => actor)},
      ${texts(({ action }) => action)}, ${texts(({ subject }) => subject)}, ${texts(({ subjectId }) => subjectId)},
      ${texts(({ days }) => days.join(','))}, ${texts(({ before }) => json(before))}, ${texts(({ after }) => json(after))})
      with ordinality as n (id, batch_id, undoes, at, actor_id, actor, action, subject, subject_id, days, before, after, nth)
    order by nth`.execute(db)
}

/** The changes of some commits, in the order in which they were made. */
export async function listChangesOfBatches(
  db: Database,
  subject: string,
  batchIds: readonly string[],
): Promise<StoredChange[]> {
  return selectChanges(db, subject)
    .where('c.batch_id', '=', sql<string>`any(${batchIds}::text[])`)
    .orderBy('c.position')
    .execute()
}

/** Newest first. */
export async function listChangesOfDay(db: Database, subject: string, day: Day): Promise<StoredChange[]> {
  return selectChanges(db, subject)
    .where(sql<boolean>`c.days @> ${[day]}::date[]`)
    .orderBy('c.position', 'desc')
    .limit(MOST_CHANGES)
    .execute()
}

/** Newest first. */
export async function listChangesOfSubjects(
  db: Database,
  subject: string,
  subjectIds: readonly string[],
): Promise<StoredChange[]> {
  return selectChanges(db, subject)
    .where('c.subject_id', '=', sql<string>`any(${subjectIds}::text[])`)
    .orderBy('c.position', 'desc')
    .limit(MOST_CHANGES)
    .execute()
}

/** Of every subject of a kind, newest first. */
export async function listChangesOfKind(db: Database, subject: string): Promise<StoredChange[]> {
  return selectChanges(db, subject).orderBy('c.position', 'desc').limit(MOST_CHANGES).execute()
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

/** The first or the last change of each of some subjects. */
export async function listOutermost(
  db: Database,
  subject: string,
  subjectIds: readonly string[],
  which: 'first' | 'last',
): Promise<Map<string, { id: string; batchId: string }>> {
  const rows = await db
    .selectFrom('changes')
    .distinctOn('subject_id')
    .select(['subject_id', 'id', 'batch_id as batchId'])
    .where('subject', '=', subject)
    .where('subject_id', '=', sql<string>`any(${subjectIds}::text[])`)
    .orderBy('subject_id')
    .orderBy('position', which === 'first' ? 'asc' : 'desc')
    .execute()
  return new Map(rows.map(({ subject_id, ...change }) => [subject_id, change]))
}

/** The commits that changed the same subjects after some changes, each with the one that it takes back. */
export async function listLaterChanges(
  db: Database,
  subject: string,
  ids: readonly string[],
): Promise<{ batchId: string; undoes: string | null }[]> {
  return db
    .selectFrom('changes as c')
    .innerJoin('changes as later', (join) =>
      join
        .onRef('later.subject_id', '=', 'c.subject_id')
        .onRef('later.subject', '=', 'c.subject')
        .onRef('later.position', '>', 'c.position'),
    )
    .distinct()
    .select(['later.batch_id as batchId', 'later.undoes'])
    .where('c.subject', '=', subject)
    .where('c.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** The last commit in a chain of undos of what a commit changed of a subject: its caps and its pauses may be undone apart. */
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

export async function listUndos(db: Database, subject: string, batchIds: readonly string[]): Promise<Undo[]> {
  const { rows } = await sql<Undo>`
    with recursive undos as (
      select undoes as root, batch_id, actor, at, 1 as nth from changes
      where subject = ${subject} and undoes = any(${batchIds}::text[])
      union
      select u.root, c.batch_id, c.actor, c.at, u.nth + 1 from changes c join undos u on c.undoes = u.batch_id
      where c.subject = ${subject}
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
