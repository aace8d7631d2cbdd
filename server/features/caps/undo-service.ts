import { describePlace, type Cap, type CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import type { Member } from '#domain/team/member.ts'
import {
  actorOf,
  areInEffect,
  countBatches,
  findUndos,
  readBatches,
  readChange,
  readHistory,
  type BatchRefusal,
  type ChangeOf,
  type Kept,
} from '#server/features/history/service.ts'
import { prepareUndoIn } from '#server/features/pauses/edit-service.ts'
import { KEPT_PAUSE } from '#server/features/pauses/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import {
  commitOrExplain,
  findTaken,
  subjectOf,
  writeBatches,
  type CapDeps,
  type Commit,
  type CommitRefusal,
  type Writes,
  refuseEditing,
} from './edit-service.ts'
import { findReplaced, lockPlans, removeReplaced, type Replaced } from './planned-service.ts'
import { readCapsByIds } from './standing-service.ts'
import { lockKind } from './store.ts'
import { StoredCap } from './stored-service.ts'

export type UndoRefusal = CommitRefusal | BatchRefusal

const keptOf = (kind: CapKind): Kept<Cap> => ({ subject: subjectOf(kind), standing: StoredCap })

export interface CapHistoryEntry extends ChangeOf<Cap> {
  /** The number of changes of its commit, which are undone together. */
  batchSize: number
  /** The number of pauses that its commit changed, which are undone with it. */
  pauses: number
  /** Where they are, if they are few. */
  pausePlaces: string[]
  /** Whether its commit was undone. */
  undone: boolean
}

/** Undoes a whole commit if every cap is as the commit left it, or is again. An undo can be undone too. */
export async function undoBatch(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  batchId: string,
): Promise<Result<Commit, UndoRefusal>> {
  return commitOrExplain<UndoRefusal>(deps, (tx) => undoBatchIn(tx, deps, actor, kind, batchId))
}

/** The same in the caller's transaction. Refusals are found before anything is written. */
export async function undoBatchIn(
  tx: Tx,
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  batchId: string,
): Promise<Result<Commit, UndoRefusal>> {
  const undone = await undoBatchesIn(tx, deps, actor, [{ kind, batchId }])
  if (!undone.ok) return undone
  const [commit] = undone.value
  if (!commit) throw new Error('nothing was taken back')
  return accept(commit)
}

/** The same for several commits: all or none. */
export async function undoBatchesIn(
  tx: Tx,
  deps: Pick<CapDeps, 'clock'>,
  actor: Member,
  batches: readonly { kind: CapKind; batchId: string }[],
): Promise<Result<Commit[], UndoRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(tx))
  if (forbidden) return refuse(forbidden)
  await lockPlans(tx)
  const undos: PreparedUndo[] = []
  for (const { kind, batchId } of batches) {
    const undo = await prepareUndo(tx, deps, actor, kind, batchId)
    if (!undo.ok) return undo
    undos.push(undo.value)
  }
  const commits: Commit[] = []
  for (const { writes, undoes, replaced, takePausesBack } of undos) {
    await removeReplaced(tx, deps, replaced)
    const [commit] = await writeBatches(deps, tx, [{ actor: actorOf(actor), action: 'undo', undoes, writes }])
    if (!commit) throw new Error('nothing was taken back')
    await takePausesBack(commit.batchId)
    commits.push(commit)
  }
  return accept(commits)
}

interface PreparedUndo {
  writes: Writes
  undoes: string
  /** What plans have made since in the places of caps that are made again. */
  replaced: readonly Replaced[]
  takePausesBack: (joins: string) => Promise<unknown>
}

async function prepareUndo(
  tx: Tx,
  deps: Pick<CapDeps, 'clock'>,
  actor: Member,
  kind: CapKind,
  batchId: string,
): Promise<Result<PreparedUndo, UndoRefusal>> {
  await lockKind(tx, kind)
  const stored = await readBatches(tx, subjectOf(kind), [batchId])
  // Each change must be in effect; versions alone would not tell a cap that was deleted and brought back.
  if (!(await areInEffect(tx, subjectOf(kind), stored))) return refuse({ reason: 'batch.changed-since' })
  const pauses = await prepareUndoIn(tx, deps, actor, batchId)
  if (!pauses.ok && pauses.reason !== 'batch.not-found') return refuse({ reason: 'batch.changed-since' })
  if (stored.length === 0 && !pauses.ok) return refuse({ reason: 'batch.not-found' })
  const writes = await reverse(
    tx,
    stored.map((change) => readChange(keptOf(kind), change)),
  )
  const taken = await findTaken(tx, writes)
  // A plan fills the day of an undone cap within a minute, so a redo takes it back.
  const isRedo = stored.some(({ undoes }) => undoes !== null)
  const replaced = isRedo ? await findReplaced(tx, writes, taken) : []
  const own = new Set(replaced.map(({ cap }) => cap._id))
  const problems = taken.filter(
    ({ refusal }) => !('current' in refusal && refusal.current && own.has(refusal.current._id)),
  )
  if (problems.length > 0) return refuse({ reason: 'caps.refused', problems })
  const takePausesBack = async (joins: string) => (pauses.ok ? pauses.value(joins) : null)
  return accept({ writes, undoes: batchId, replaced, takePausesBack })
}

/** A commit that changed more pauses counts them. */
const MOST_NAMED = 2

async function namePauses(db: Database, counts: ReadonlyMap<string, number>): Promise<Map<string, string[]>> {
  const few = [...counts].flatMap(([batchId, count]) => (count <= MOST_NAMED ? [batchId] : []))
  if (few.length === 0) return new Map()
  const changes = await readBatches(db, KEPT_PAUSE.subject, few)
  const placeOf = ({ before, after }: ChangeOf<Pause>) =>
    [after ?? before].flatMap((pause) => (pause ? describePlace(pause) : []))
  return new Map(
    [...Map.groupBy(changes, ({ batchId }) => batchId)].map(([batchId, same]) => [
      batchId,
      [...new Set(same.flatMap((change) => placeOf(readChange(KEPT_PAUSE, change))))],
    ]),
  )
}

/** Newest first. */
export async function readCapHistory(
  db: Database,
  kind: CapKind,
  of: { day: Day } | { subjectId: string },
): Promise<CapHistoryEntry[]> {
  const changes = await readHistory(db, keptOf(kind), of)
  const batchIds = changes.map(({ batchId }) => batchId)
  const subject = subjectOf(kind)
  const [sizes, pauses, undos] = await Promise.all([
    countBatches(db, subject, batchIds),
    countBatches(db, KEPT_PAUSE.subject, batchIds),
    findUndos(db, subject, batchIds),
  ])
  const places = await namePauses(db, pauses)
  return changes.map((change) => ({
    ...change,
    batchSize: sizes.get(change.batchId) ?? 1,
    pauses: pauses.get(change.batchId) ?? 0,
    pausePlaces: places.get(change.batchId) ?? [],
    undone: undos.has(change.batchId),
  }))
}

/** The writes that restore the previous state. */
async function reverse(tx: Tx, changes: readonly ChangeOf<Cap>[]): Promise<Writes> {
  const standing = await readCapsByIds(
    tx,
    changes.map(({ subjectId }) => subjectId),
  )
  const path = 'undo'
  return {
    create: changes.flatMap(({ subjectId, before, after }) =>
      before && !after ? [{ path, id: subjectId, version: before.version + 1, fields: before }] : [],
    ),
    update: changes.flatMap(({ subjectId, before, after }) => {
      const now = standing.get(subjectId)
      return before && after && now ? [{ path, before: now, fields: before }] : []
    }),
    remove: changes.flatMap(({ subjectId, before }) => (before ? [] : (standing.get(subjectId) ?? []))),
  }
}
