import { z } from 'zod'
import type { AnyCap, CapKind } from '#domain/caps/cap.ts'
import { refuse, type Result } from '#domain/kernel/result.ts'
import type { Member } from '#domain/team/member.ts'
import { readBatch, readHistory, type StoredChange } from '#server/features/history/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import {
  commitOrExplain,
  subjectOf,
  writeCaps,
  type CapDeps,
  type Commit,
  type CommitRefusal,
  type Writes,
} from './edit-service.ts'
import { refuseEditing } from './policy.ts'
import { lockCaps } from './store.ts'

export type UndoRefusal = CommitRefusal | { reason: 'batch.not-found' } | { reason: 'batch.changed-since' }

/** A change of a cap, as its history tells it. */
export interface CapChange extends Omit<StoredChange, 'before' | 'after' | 'subjectId'> {
  capId: string
  before: AnyCap | null
  after: AnyCap | null
}

/** Takes a commit back as a whole, where every cap of it still stands as the commit left it. An undo can be undone too. */
export async function undoBatch(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  batchId: string,
): Promise<Result<Commit, UndoRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(deps.db))
  if (forbidden) return refuse(forbidden)
  return commitOrExplain<UndoRefusal>(deps, async (tx) => {
    const changes = (await readBatch(tx, subjectOf(kind), batchId)).map(toCapChange)
    if (changes.length === 0) return refuse({ reason: 'batch.not-found' })
    const writes = await reverse(tx, changes)
    if (!writes) return refuse({ reason: 'batch.changed-since' })
    return writeCaps(deps, tx, actor, writes, { action: 'undo', undoes: batchId })
  })
}

/** Newest first. */
export async function readCapHistory(
  db: Database,
  kind: CapKind,
  of: { day: Day } | { subjectId: string },
): Promise<CapChange[]> {
  return (await readHistory(db, subjectOf(kind), of)).map(toCapChange)
}

/** What brings back what stood before; null where something of it was changed since. */
async function reverse(tx: Tx, changes: readonly CapChange[]): Promise<Writes | null> {
  const standing = await lockCaps(
    tx,
    changes.map(({ capId }) => capId),
  )
  const isUntouched = ({ capId, after }: CapChange) => standing.get(capId)?.version === after?.version
  if (!changes.every(isUntouched)) return null
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

/** A cap as its history keeps it; written by us and never changed, so anything else is a bug. */
const StoredCap: z.ZodType<AnyCap> = z.custom<AnyCap>(
  (value) =>
    z.object({ _id: z.string(), kind: z.enum(['broker', 'affiliate']), version: z.int() }).safeParse(value).success,
)

function toCapChange({ before, after, subjectId, ...change }: StoredChange): CapChange {
  const read = (cap: unknown) => (cap === null ? null : StoredCap.parse(cap))
  return { ...change, capId: subjectId, before: read(before), after: read(after) }
}
