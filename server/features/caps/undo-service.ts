import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import {
  areLastChanges,
  countBatches,
  findUndos,
  readBatch,
  readHistory,
  type StoredChange,
} from '#server/features/history/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import {
  commitOrExplain,
  subjectOf,
  writeCaps,
  type CapDeps,
  type Commit,
  type CommitRefusal,
  type Writes,
  refuseEditing,
} from './edit-service.ts'
import { lockCaps, lockKind } from './store.ts'
import { StoredCap } from './stored-service.ts'

export type UndoRefusal = CommitRefusal | { reason: 'batch.not-found' } | { reason: 'batch.changed-since' }

/** A change of a cap, as its history tells it. */
interface CapChange extends Omit<StoredChange, 'before' | 'after' | 'subjectId'> {
  capId: string
  before: Cap | null
  after: Cap | null
}

export interface CapHistoryEntry extends CapChange {
  /** How many changes its commit made, which are taken back together. */
  batchSize: number
  /** Whether its commit stands taken back. */
  undone: boolean
}

/** Takes a commit back as a whole, where every cap of it still stands as the commit left it. An undo can be undone too. */
export async function undoBatch(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  batchId: string,
): Promise<Result<Commit, UndoRefusal>> {
  return commitOrExplain<UndoRefusal>(deps, (tx) => undoBatchIn(tx, deps, actor, kind, batchId))
}

/** The same in the caller's transaction. What refuses it is found before anything is written. */
export async function undoBatchIn(
  tx: Tx,
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  batchId: string,
): Promise<Result<Commit, UndoRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(tx))
  if (forbidden) return refuse(forbidden)
  await lockKind(tx, kind)
  const stored = await readBatch(tx, subjectOf(kind), batchId)
  if (stored.length === 0) return refuse({ reason: 'batch.not-found' })
  // Each change must be the last of its cap; versions alone would not tell a cap that was deleted and brought back.
  if (!(await areLastChanges(tx, subjectOf(kind), stored))) return refuse({ reason: 'batch.changed-since' })
  const writes = await reverse(tx, stored.map(toCapChange))
  return writeCaps(deps, tx, actor, writes, { action: 'undo', undoes: batchId })
}

/** Newest first. */
export async function readCapHistory(
  db: Database,
  kind: CapKind,
  of: { day: Day } | { subjectId: string },
): Promise<CapHistoryEntry[]> {
  const stored = await readHistory(db, subjectOf(kind), of)
  const batchIds = stored.map(({ batchId }) => batchId)
  const [sizes, undos] = await Promise.all([countBatches(db, batchIds), findUndos(db, batchIds)])
  return stored.map((change) => ({
    ...toCapChange(change),
    batchSize: sizes.get(change.batchId) ?? 1,
    undone: undos.has(change.batchId),
  }))
}

/** What brings back what stood before. */
async function reverse(tx: Tx, changes: readonly CapChange[]): Promise<Writes> {
  const standing = await lockCaps(
    tx,
    changes.map(({ capId }) => capId),
  )
  const path = 'undo'
  return {
    create: changes.flatMap(({ capId, before, after }) =>
      before && !after ? [{ path, id: capId, version: before.version + 1, fields: before }] : [],
    ),
    update: changes.flatMap(({ capId, before, after }) => {
      const now = standing.get(capId)
      return before && after && now ? [{ path, before: now, fields: before }] : []
    }),
    remove: changes.flatMap(({ capId, before }) => (before ? [] : (standing.get(capId) ?? []))),
  }
}

function toCapChange({ before, after, subjectId, ...change }: StoredChange): CapChange {
  const read = (cap: unknown): Cap | null => (cap === null ? null : StoredCap.parse(cap))
  return { ...change, capId: subjectId, before: read(before), after: read(after) }
}
