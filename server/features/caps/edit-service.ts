import { capKeyOf, formatCapKey, type Cap, type CapKind } from '#domain/caps/cap.ts'
import {
  completeDraft,
  findRepeated,
  findTwice,
  refuseVersion,
  type CapDraft,
  type CapEdits,
  type EditProblem,
  type NewCap,
} from '#domain/caps/edits.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { creatorOf, type Member, canEditCaps } from '#domain/team/member.ts'
import { actorOf, recordBatches, type Actor } from '#server/features/history/service.ts'
import { readAdvertiserFinder } from '#server/features/partners/service.ts'
import type { PauseEditRefusal } from '#server/features/pauses/edit-service.ts'
import { doActsIn, refuseActs } from '#server/features/pauses/planned-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { isUniqueViolation, transact, type Database, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce } from '#platform/db/notify.ts'
import { readCapsByIds } from './standing-service.ts'
import { tellChangedCaps, type CapChange } from './told-service.ts'
import { giveCurrentNames } from './name-store.ts'
import { deleteCaps, insertCaps, listCapsByIds, listCapsByKeys, lockKind, updateCaps } from './store.ts'
import type { Settings } from '#domain/settings/settings.ts'

export interface CapDeps {
  db: Database
  clock: Clock
}

export interface Commit {
  batchId: string
  /** The days whose boards change. */
  days: Day[]
  /** Created caps, then changed ones, in their new state; removed ones in their last state. */
  caps: Cap[]
}

/** The writes of one kind. */
interface CommitOfKind extends Commit {
  kind: CapKind
  /** Wider pauses that still hold what was to be resumed. */
  left: Pause[]
}

export type CommitRefusal = CapsForbidden | { reason: 'caps.refused'; problems: EditProblem[] }

/** A pause that cannot be begun: its place among the acts, and why. */
export type ActRefusal = { reason: 'caps.act-refused'; act: number; refusal: PauseEditRefusal }

/** The writes after every draft is complete: new caps with their id, changed caps with their existing id. */
export interface Writes {
  create: readonly { path: string; id: string; version: number; fields: NewCap }[]
  update: readonly { path: string; before: Cap; fields: NewCap }[]
  remove: readonly Cap[]
}

/** Edits with the pauses and resumptions of the same commit. */
export interface CapEditsWithActs extends CapEdits {
  acts?: readonly PlannedAct[]
}

/** Adds, changes and removes caps, all or nothing, with one row of history each. */
export async function commitEdits(
  deps: CapDeps,
  actor: Member,
  kind: CapKind,
  edits: CapEditsWithActs,
  action: string,
): Promise<Result<Commit, CommitRefusal | ActRefusal>> {
  return commitOrExplain<CommitRefusal | ActRefusal>(deps, async (tx) => {
    const committed = await commitWithActsIn(tx, deps, actor, { [kind]: edits }, action)
    if (!committed.ok) return committed
    const [commit] = committed.value
    if (!commit) throw new Error('nothing was committed')
    return accept(commit)
  })
}

export type EditsByKind = Readonly<Partial<Record<CapKind, CapEdits>>>

/**
 * Edits of both kinds in the caller's transaction, one commit per kind, all or nothing. Refusals are found before
 * anything is written, so the caller may continue.
 */
export async function commitEditsIn(
  tx: Tx,
  deps: Pick<CapDeps, 'clock'>,
  actor: Member,
  edits: EditsByKind,
  action: string,
): Promise<Result<Commit[], CommitRefusal>> {
  const committed = await commitWithActsIn(tx, deps, actor, edits, action)
  if (committed.ok || committed.reason !== 'caps.act-refused') return committed
  throw new Error('an act was refused where there is none')
}

/** The same with pauses and resumptions, which are parts of the commits of their kinds. */
export async function commitWithActsIn(
  tx: Tx,
  deps: Pick<CapDeps, 'clock'>,
  actor: Member,
  edits: Readonly<Partial<Record<CapKind, CapEditsWithActs>>>,
  action: string,
): Promise<Result<CommitOfKind[], CommitRefusal | ActRefusal>> {
  const forbidden = refuseEditing(actor, await readSettings(tx))
  if (forbidden) return refuse(forbidden)
  const all: { kind: CapKind; writes: Writes; acts: readonly PlannedAct[] }[] = []
  // In a fixed order, so that two writers of both kinds do not deadlock.
  for (const kind of ['affiliate', 'broker'] as const) {
    const own = edits[kind]
    if (!own) continue
    await lockKind(tx, kind)
    const { writes, problems } = await prepareEdits(tx, actor, kind, own)
    if (problems.length === 0) problems.push(...(await findTaken(tx, writes)))
    if (problems.length > 0) return refuse({ reason: 'caps.refused', problems })
    const acts = own.acts ?? []
    const refused = await refuseActs(tx, deps, actor, acts)
    if (refused) return refuse({ reason: 'caps.act-refused', act: refused.act, refusal: refused })
    all.push({ kind, writes, acts })
  }
  const commits: CommitOfKind[] = []
  for (const { kind, writes, acts } of all) {
    const [commit] = await writeBatches(deps, tx, [{ actor: actorOf(actor), action, writes }])
    if (!commit) throw new Error('nothing was committed')
    commits.push({ ...commit, kind, left: await doActsIn(tx, deps, actor, acts, commit.batchId) })
  }
  return accept(commits)
}

/** One transaction. A cap that takes a key at the moment of the write is reported like an earlier one. */
export async function commitOrExplain<R extends { reason: string }>(
  deps: CapDeps,
  work: (tx: Tx) => Promise<Result<Commit, R | CommitRefusal>>,
): Promise<Result<Commit, R | CommitRefusal>> {
  try {
    return await transact(deps.db, work)
  } catch (error) {
    if (!isUniqueViolation(error, 'caps_key')) throw error
    const refusal: CommitRefusal = {
      reason: 'caps.refused',
      problems: [{ path: '', refusal: { reason: 'cap.exists', current: null } }],
    }
    return { ok: false, ...refusal }
  }
}

/** A commit of writes with free keys, in anybody's name. */
export interface CapBatch {
  actor: Actor
  action: string
  undoes?: string
  writes: Writes
}

/** Writes many commits at once, each with its history. Results are in the order of the commits. */
export async function writeBatches(
  deps: Pick<CapDeps, 'clock'>,
  tx: Tx,
  batches: readonly CapBatch[],
): Promise<Commit[]> {
  const now = deps.clock.now()
  const [create, update, remove] = [
    batches.flatMap(({ writes }) => writes.create),
    batches.flatMap(({ writes }) => writes.update),
    batches.flatMap(({ writes }) => writes.remove),
  ]
  await deleteCaps(
    tx,
    remove.map((cap) => cap._id),
  )
  await updateCaps(
    tx,
    update.map(({ before, fields }) => ({ id: before._id, fields })),
    now,
  )
  await insertCaps(tx, create, now)
  // What is brought back, or was opened in a form before, may have a former name of its advertiser.
  await giveCurrentNames(tx, { capIds: [...create, ...update].map(idOf) }, now)
  const after = new Map((await listCapsByIds(tx, [...create, ...update].map(idOf))).map((cap) => [cap._id, cap]))
  const made = batches.map(({ writes, action, ...batch }) => {
    const changes = [
      ...writes.create.map(({ id }) => changeOf(action, null, after.get(id) ?? null)),
      ...writes.update.map(({ before }) => changeOf(action, before, after.get(before._id) ?? null)),
      ...writes.remove.map((cap) => changeOf(action, cap, null)),
    ]
    const days = [...new Set(changes.flatMap((change) => change.days))].toSorted()
    const standing = [...writes.create, ...writes.update].flatMap((one) => after.get(idOf(one)) ?? [])
    return { batch: { ...batch, changes }, days, caps: [...standing, ...writes.remove] }
  })
  const batchIds = await recordBatches(
    tx,
    deps.clock,
    made.map(({ batch }) => batch),
  )
  await tellChangedCaps(
    tx,
    deps.clock,
    made.flatMap(({ batch }) => batch.changes),
  )
  const days = [...new Set(made.flatMap((commit) => commit.days))].toSorted()
  if (days.length > 0) await announce(tx, { topic: 'caps', days })
  return made.map((commit, index) => ({
    batchId: batchIds[index] ?? '',
    days: commit.days,
    caps: commit.caps,
  }))
}

function idOf(write: Writes['create'][number] | Writes['update'][number]): string {
  return 'id' in write ? write.id : write.before._id
}

/** Completes every draft with the cap as it stands; or returns the refusal. */
async function prepareEdits(
  tx: Tx,
  actor: Member,
  kind: CapKind,
  edits: CapEdits,
): Promise<{ writes: Writes; problems: EditProblem[] }> {
  const problems: EditProblem[] = findRepeated(edits)
  const locked = await readCapsByIds(
    tx,
    [...edits.update, ...edits.remove].map(({ id }) => id),
  )
  const stands = (path: string, { id, version }: { id: string; version: number | null }): Cap[] => {
    const cap = locked.get(id)
    const refusal = refuseVersion(cap?.kind === kind ? cap : undefined, version)
    if (refusal) problems.push({ path, refusal })
    return cap && !refusal ? [cap] : []
  }
  const remove = edits.remove.flatMap((edit, index) => stands(`remove.${index}`, edit))
  const changed = edits.update.flatMap((edit, index) =>
    stands(`update.${index}`, edit).map((before) => ({ path: `update.${index}`, before, draft: edit.draft })),
  )
  const created = edits.create.map((draft, index) => ({ path: `create.${index}`, before: null, draft }))
  const findAdvertiser = await readAdvertiserFinder(tx, distinctAdvertisers([...changed, ...created]))
  const complete = <E extends { path: string; before: Cap | null; draft: CapDraft }>(edit: E) => {
    const fields = completeDraft(kind, creatorOf(actor), findAdvertiser, edit)
    if (fields.ok) return [{ ...edit, fields: fields.value }]
    problems.push({ path: edit.path, refusal: fields })
    return []
  }
  const update = changed.flatMap(complete)
  const create = created.flatMap(complete).map((edit) => ({ ...edit, id: newId(), version: 1 }))
  problems.push(...findTwice([...update, ...create]))
  return { writes: { create, update, remove }, problems }
}

function distinctAdvertisers(edits: readonly { draft: CapDraft }[]): string[] {
  return [...new Set(edits.flatMap(({ draft }) => draft.advertiserId ?? []))]
}

/** Keys that are taken by caps that this commit does not move. */
export async function findTaken(tx: Tx, writes: Writes): Promise<EditProblem[]> {
  const written = [...writes.update, ...writes.create]
  const moving = new Set([...writes.update.map(({ before }) => before._id), ...writes.remove.map((cap) => cap._id)])
  const standing = await listCapsByKeys(
    tx,
    written.map(({ fields }) => capKeyOf(fields)),
  )
  const taken = new Map(standing.filter((cap) => !moving.has(cap._id)).map((cap) => [formatCapKey(capKeyOf(cap)), cap]))
  return written.flatMap(({ path, fields }) => {
    const current = taken.get(formatCapKey(capKeyOf(fields)))
    return current ? [{ path, refusal: { reason: 'cap.exists', current } }] : []
  })
}

/** The history's subject for a cap of a kind. */
export function subjectOf(kind: CapKind): string {
  return `${kind}-cap`
}

const VERBS = { created: 'cap.created', changed: 'cap.changed', deleted: 'cap.deleted' } as const

function changeOf(action: string, before: Cap | null, after: Cap | null): CapChange {
  const cap = after ?? before
  if (!cap) throw new Error('a cap that was written is not there')
  const verb = before === null ? VERBS.created : after === null ? VERBS.deleted : VERBS.changed
  return {
    action: action === 'edit' ? verb : `${verb} by ${action}`,
    subject: subjectOf(cap.kind),
    subjectId: cap._id,
    days: [...new Set([before?.date, after?.date].filter((day) => day !== undefined))],
    before,
    after,
  }
}

export interface CapsForbidden {
  reason: 'caps.forbidden'
}

/** Refuses a member who may only view caps; null if they may change caps. */
export function refuseEditing(actor: Member, settings: Settings): CapsForbidden | null {
  return canEditCaps(actor.role, settings) ? null : { reason: 'caps.forbidden' }
}
