import { z } from 'zod'
import { StoredDay } from '#platform/json.ts'
import {
  checkLimit,
  LIMIT_PERIODS,
  LIMIT_UNITS,
  type Limit,
  type LimitDraft,
  type LimitProblem,
} from '#domain/limits/limit.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { canEditCaps, type Member } from '#domain/team/member.ts'
import {
  actorOf,
  readHistory,
  readLastBatch,
  recordBatch,
  type BatchRefusal,
  type ChangeOf,
  type Kept,
} from '#server/features/history/service.ts'
import { readMeant, readSpellingFinder } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import type { LimitDeps } from './service.ts'
import { deleteLimit, findLimit, lockLimits, saveLimit } from './store.ts'

export type LimitRefusal =
  | LimitProblem
  | { reason: 'limit.forbidden' }
  | { reason: 'limit.not-found' }
  | { reason: 'limit.unknown-advertiser'; field: 'advertiserIds'; advertiserId: string; meant: readonly Partner[] }
  | { reason: 'limit.stale'; current: Limit }

/** A limit as it was written, and the change that can be undone. */
export interface SavedLimit {
  limit: Limit
  batchId: string
}

const KEPT: Kept<Limit> = {
  subject: 'limit',
  standing: z.object({
    _id: z.string(),
    version: z.number(),
    name: z.string(),
    side: z.enum(['broker', 'affiliate']),
    geos: z.array(z.string()),
    advertiserIds: z.array(z.string()),
    sourceNumbers: z.array(z.string()),
    number: z.nullable(z.number()),
    unit: z.enum(LIMIT_UNITS),
    period: z.enum(LIMIT_PERIODS),
    firstDay: z.nullable(StoredDay),
    lastDay: z.nullable(StoredDay),
    note: z.nullable(z.string()),
  }),
}

/** Writes a new limit, or the one with this id. A `version` other than the current one is refused. */
export async function writeLimit(
  deps: LimitDeps,
  actor: Member,
  wish: { id: string | null; version: number | null; draft: LimitDraft },
): Promise<Result<SavedLimit, LimitRefusal>> {
  return transact(deps.db, async (tx) => {
    if (!canEditCaps(actor.role, await readSettings(tx))) return refuse({ reason: 'limit.forbidden' })
    const checked = checkLimit(wish.draft)
    if (!checked.ok) return checked
    const named = await nameAdvertisers(tx, checked.value)
    if (!named.ok) return named
    await lockLimits(tx)
    const before = wish.id === null ? null : await findLimit(tx, wish.id)
    if (wish.id !== null && !before) return refuse({ reason: 'limit.not-found' })
    if (before && wish.version !== null && wish.version !== before.version) {
      return refuse({ reason: 'limit.stale', current: before })
    }
    const limit = { ...named.value, _id: before?._id ?? newId(), version: (before?.version ?? 0) + 1 }
    return accept(
      await store(tx, deps, actor, { before, after: limit }, { action: before ? 'limit.changed' : 'limit.created' }),
    )
  })
}

export async function removeLimit(
  deps: LimitDeps,
  actor: Member,
  id: string,
): Promise<Result<SavedLimit, LimitRefusal>> {
  return transact(deps.db, async (tx) => {
    if (!canEditCaps(actor.role, await readSettings(tx))) return refuse({ reason: 'limit.forbidden' })
    await lockLimits(tx)
    const before = await findLimit(tx, id)
    if (!before) return refuse({ reason: 'limit.not-found' })
    return accept(await store(tx, deps, actor, { before, after: null }, { action: 'limit.deleted' }))
  })
}

export type LimitUndoRefusal = BatchRefusal | { reason: 'limit.forbidden' }

/** Takes a change back, where the limit was not changed since. */
export async function undoLimit(
  deps: LimitDeps,
  actor: Member,
  batchId: string,
): Promise<Result<SavedLimit, LimitUndoRefusal>> {
  return transact(deps.db, async (tx) => {
    if (!canEditCaps(actor.role, await readSettings(tx))) return refuse({ reason: 'limit.forbidden' })
    await lockLimits(tx)
    const batch = await readLastBatch(tx, KEPT, batchId)
    if (!batch.ok) return batch
    const [change] = batch.value
    if (!change) throw new Error('a commit without a change')
    const now = await findLimit(tx, change.subjectId)
    const version = Math.max(now?.version ?? 0, change.before?.version ?? 0, change.after?.version ?? 0) + 1
    const after = change.before && { ...change.before, version }
    return accept(await store(tx, deps, actor, { before: now, after }, { action: 'limit.undo', undoes: batchId }))
  })
}

/** Newest first. */
export async function readLimitHistory(db: Database): Promise<ChangeOf<Limit>[]> {
  return readHistory(db, KEPT)
}

async function store(
  tx: Tx,
  { clock }: LimitDeps,
  actor: Member,
  { before, after }: { before: Limit | null; after: Limit | null },
  batch: { action: string; undoes?: string },
): Promise<SavedLimit> {
  const limit = after ?? before
  if (!limit) throw new Error('a change of no limit')
  if (after) await saveLimit(tx, after, clock.now())
  else await deleteLimit(tx, limit._id)
  const change = { action: batch.action, subject: KEPT.subject, subjectId: limit._id, days: [], before, after }
  const batchId = await recordBatch(tx, clock, {
    actor: actorOf(actor),
    changes: [change],
    ...(batch.undoes !== undefined && { undoes: batch.undoes }),
  })
  await announce(tx, { topic: 'limits', days: null })
  return { limit, batchId }
}

async function nameAdvertisers(tx: Tx, draft: LimitDraft): Promise<Result<LimitDraft, LimitRefusal>> {
  const find = await readSpellingFinder(tx, draft.advertiserIds)
  const unknown = draft.advertiserIds.find((id) => !find(id))
  if (unknown !== undefined) {
    const meant = await readMeant(tx, 'advertiser', unknown)
    return refuse({ reason: 'limit.unknown-advertiser', field: 'advertiserIds', advertiserId: unknown, meant })
  }
  return accept({ ...draft, advertiserIds: [...new Set(draft.advertiserIds.map((id) => find(id) ?? id))] })
}
