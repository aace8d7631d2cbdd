import type { z } from 'zod'
import type { Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { signatureOf, type Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import {
  countChangesOfBatches,
  insertChanges,
  listChangesOfBatches,
  listChangesOfDay,
  listChangesOfKind,
  listChangesOfSubjects,
  listLaterChanges,
  listOutermost,
  listUndos,
  type StoredChange,
  type Undo,
} from './store.ts'

export { listChangesOfBatches as readBatches } from './store.ts'

export type { StoredChange, Undo }

/** The author of a change: a member, or the system in its own name. */
export interface Actor {
  memberId: string | null
  name: string
}

export interface Change {
  /** `noun.verb`, such as `cap.created`. */
  action: string
  subject: string
  subjectId: string
  /** The local days that the change is about. */
  days: readonly Day[]
  before: object | null
  after: object | null
}

/** Changes that are committed together, and can be undone together. */
export interface Batch {
  actor: Actor
  changes: readonly Change[]
  /** The batch that this one takes back. */
  undoes?: string
  /** The commit of the same transaction that these changes are a part of; else they are one of their own. */
  batchId?: string
}

/** The stored states of one kind of thing. We wrote them and never change them, so any other content is a bug. */
export interface Kept<Standing> {
  /** The history's name of the kind. */
  subject: string
  standing: z.ZodType<Standing>
}

/** A change with the state before and after it; null if there was none. */
export interface ChangeOf<Standing> extends Omit<StoredChange, 'before' | 'after'> {
  before: Standing | null
  after: Standing | null
}

/** The reason that a commit cannot be undone: it changed nothing of the kind, or something was changed later. */
export type BatchRefusal = { reason: 'batch.not-found' } | { reason: 'batch.changed-since' }

export function actorOf(member: Member): Actor {
  return { memberId: member._id, name: signatureOf(member) }
}

/** Adds to the append-only history, in the transaction that makes the changes; the id of the batch. */
export async function recordBatch(tx: Tx, clock: Clock, batch: Batch): Promise<string> {
  const [batchId] = await recordBatches(tx, clock, [batch])
  if (batchId === undefined) throw new Error('a batch without an id')
  return batchId
}

/** The same for many at once; their ids in their order. */
export async function recordBatches(tx: Tx, clock: Clock, batches: readonly Batch[]): Promise<string[]> {
  const at = clock.now()
  const named = batches.map((batch) => ({ ...batch, batchId: batch.batchId ?? newId() }))
  const rows = named.flatMap(({ actor, changes, undoes, batchId }) => {
    const shared = { batchId, undoes: undoes ?? null, at, actorId: actor.memberId, actor: actor.name }
    return changes.map((change) => ({ ...change, ...shared, id: newId() }))
  })
  await insertChanges(tx, rows)
  return named.map(({ batchId }) => batchId)
}

/** The number of changes of a subject in each of these commits. */
export async function countBatches(
  db: Database,
  subject: string,
  batchIds: readonly string[],
): Promise<Map<string, number>> {
  return countChangesOfBatches(db, subject, [...new Set(batchIds)])
}

/** Those of some commits of which a subject is undone, each with the last author: an undo may have been undone too. */
export async function findUndos(
  db: Database,
  subject: string,
  batchIds: readonly string[],
): Promise<Map<string, Undo>> {
  if (batchIds.length === 0) return new Map()
  const last = await listUndos(db, subject, [...new Set(batchIds)])
  return new Map(last.flatMap((undo) => (undo.nth % 2 === 1 ? [[undo.batchId, undo] as const] : [])))
}

/** Those of some subjects whose first commit is undone. */
export async function findWithdrawn(
  db: Database,
  subject: string,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const first = [...(await listOutermost(db, subject, subjectIds, 'first'))]
  const undone = await findUndos(
    db,
    subject,
    first.map(([, { batchId }]) => batchId),
  )
  return new Set(first.flatMap(([subjectId, { batchId }]) => (undone.has(batchId) ? [subjectId] : [])))
}

/** The commit that is in effect for another one: itself, or the last one that repeated it after an undo. */
export async function findStandingBatch(db: Database, subject: string, batchId: string): Promise<string> {
  const [last] = await listUndos(db, subject, [batchId])
  return last && last.nth % 2 === 0 ? last.lastId : batchId
}

/** Whether nothing was changed later: each of these is the last change of its subject. */
export async function areLastChanges(
  db: Database,
  subject: string,
  changes: readonly { id: string; subjectId: string }[],
): Promise<boolean> {
  const subjectIds = changes.map(({ subjectId }) => subjectId)
  const last = await listOutermost(db, subject, subjectIds, 'last')
  return changes.every(({ id, subjectId }) => last.get(subjectId)?.id === id)
}

/** Whether all that was changed later was taken back. No undo of these changes may ever have been made: each has one at most. */
export async function areInEffect(
  db: Database,
  subject: string,
  changes: readonly { id: string; batchId: string; subjectId: string }[],
): Promise<boolean> {
  const later = await listLaterChanges(
    db,
    subject,
    changes.map(({ id }) => id),
  )
  const batches = new Set(later.map(({ batchId }) => batchId))
  const own = new Set(changes.map(({ batchId }) => batchId))
  const undone = await findUndos(db, subject, [...batches])
  const isOf = (set: ReadonlySet<string>, batchId: string | null) => batchId !== null && set.has(batchId)
  return later.every(({ batchId, undoes }) => isOf(batches, undoes) || (undone.has(batchId) && !isOf(own, undoes)))
}

/** The changes of a commit for an undo: each is the last change of its subject. */
export async function readLastBatch<Standing>(
  db: Database,
  kept: Kept<Standing>,
  batchId: string,
): Promise<Result<ChangeOf<Standing>[], BatchRefusal>> {
  const stored = await listChangesOfBatches(db, kept.subject, [batchId])
  if (stored.length === 0) return refuse({ reason: 'batch.not-found' })
  if (!(await areLastChanges(db, kept.subject, stored))) return refuse({ reason: 'batch.changed-since' })
  return accept(stored.map((change) => readChange(kept, change)))
}

/** Newest first, at most `MOST_CHANGES`. */
export async function readHistory<Standing>(
  db: Database,
  kept: Kept<Standing>,
  of: { day: Day } | { subjectId: string } | 'all' = 'all',
): Promise<ChangeOf<Standing>[]> {
  return (await readChanges(db, kept.subject, of)).map((change) => readChange(kept, change))
}

/** Changes in their stored form. */
export async function readChanges(
  db: Database,
  subject: string,
  of: { day: Day } | { subjectId: string } | { subjectIds: readonly string[] } | 'all',
): Promise<StoredChange[]> {
  if (of === 'all') return listChangesOfKind(db, subject)
  if ('day' in of) return listChangesOfDay(db, subject, of.day)
  return listChangesOfSubjects(db, subject, 'subjectIds' in of ? of.subjectIds : [of.subjectId])
}

export function readChange<Standing>({ standing }: Kept<Standing>, change: StoredChange): ChangeOf<Standing> {
  const read = (side: unknown) => (side === null ? null : standing.parse(side))
  return { ...change, before: read(change.before), after: read(change.after) }
}
