import {
  checkWish,
  endPause,
  findTwice,
  listRunning,
  undoPause,
  type PauseRefusal,
  type PauseWish,
} from '#domain/pauses/edits.ts'
import {
  covers,
  findLongest,
  formatScope,
  isRunningAt,
  PAUSE_WHY,
  runTogether,
  type Pause,
  type PauseScope,
  type PauseWay,
} from '#domain/pauses/pause.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { canEditCaps, signatureOf, type Member } from '#domain/team/member.ts'
import {
  actorOf,
  readLastBatch,
  recordBatch,
  type BatchRefusal,
  type Change,
} from '#server/features/history/service.ts'
import { readSpellingFinder } from '#server/features/partners/service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { transact, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { announce, notify } from '#platform/db/notify.ts'
import { GAVE_WAY, KEPT_PAUSE, readStandingPauses, type PauseDeps } from './service.ts'
import { listPauses, listPausesByIds, listPausesSince, lockAll, savePauses } from './store.ts'

/** The channel of changes for the clock. */
export const PAUSES_CHANNEL = 'pauses'

/** Pauses that were changed together. `batchId` undoes the change; null if nothing changed. */
export interface PauseCommit {
  batchId: string | null
  /** In their new state. */
  pauses: Pause[]
}

export type PauseEditRefusal = PauseRefusal | { reason: 'pause.forbidden' }

/** Pauses some scopes, all or none. */
export async function pauseScopes(
  deps: PauseDeps,
  actor: Member,
  wish: PauseWish,
  way: PauseWay,
): Promise<Result<PauseCommit, PauseEditRefusal>> {
  return transact(deps.db, (tx) => pauseScopesIn(tx, deps, actor, wish, way))
}

/**
 * The same in the caller's transaction; refusals are found before anything is written. A running pause of the same
 * scope gets the new end and reason, and continues with its notice period; another one that runs beside it ends. `batchId`
 * is the commit that it belongs to, here and below.
 */
export async function pauseScopesIn(
  tx: Tx,
  { clock }: Pick<PauseDeps, 'clock'>,
  actor: Member,
  wish: PauseWish,
  way: PauseWay,
  batchId?: string,
): Promise<Result<PauseCommit, PauseEditRefusal>> {
  if (!canEditCaps(actor.role, await readSettings(tx))) return refuse({ reason: 'pause.forbidden' })
  const now = clock.now()
  const from = checkWish(wish, now)
  if (!from.ok) return from
  const scopes = await nameAdvertisers(tx, wish.scopes)
  if (!scopes.ok) return scopes
  await lockAll(tx)
  const standing = await listPauses(tx, { from: from.value, until: null })
  const { until, reason, note } = wish
  // A button only stops traffic. It asks for no reason.
  const keeps = way === 'button' || way === 'suggestion' ? PAUSE_WHY : (wish.keeps ?? [])
  const by = signatureOf(actor)
  const beside: PauseEdit[] = []
  const edits = scopes.value.map((scope): PauseEdit => {
    const [running = null, ...others] = listRunning(standing, scope, from.value)
    beside.push(...others.map((before) => ({ before, after: endPause(before, by, now, from.value) })))
    const why = {
      reason: running && keeps.includes('reason') ? running.reason : reason,
      note: running && keeps.includes('note') ? running.note : note,
    }
    const begun: Pause = {
      ...scope,
      _id: newId(),
      from: from.value,
      until,
      reason,
      note,
      by,
      way,
      endedAt: null,
      endedBy: null,
    }
    return {
      before: running,
      after: running ? { ...running, ...why, until, endedAt: null, endedBy: null } : begun,
    }
  })
  const begun = await write(tx, clock, actor, edits, { action: 'pause.begun', ...partOf(batchId) })
  await write(tx, clock, actor, beside, { action: GAVE_WAY, ...partOf(begun.batchId ?? batchId) })
  return accept(begun)
}

/** The reason that a wish is refused; null if it is not. */
export async function refuseScopesIn(
  tx: Tx,
  actor: Member,
  wish: PauseWish,
  now: Instant,
): Promise<PauseEditRefusal | null> {
  if (!canEditCaps(actor.role, await readSettings(tx))) return { reason: 'pause.forbidden' }
  const from = checkWish(wish, now)
  if (!from.ok) return from
  const scopes = await nameAdvertisers(tx, wish.scopes)
  return scopes.ok ? null : scopes
}

function partOf(batchId: string | undefined) {
  return batchId === undefined ? {} : { batchId }
}

/** Resumes traffic: ends running pauses, and removes future ones. */
export async function resumePauses(
  deps: PauseDeps,
  actor: Member,
  ids: readonly string[],
): Promise<Result<PauseCommit, PauseEditRefusal>> {
  return transact(deps.db, (tx) => resumePausesIn(tx, deps, actor, ids))
}

/**
 * The same in the caller's transaction, now or at a later moment, with what runs beside them then. An ended pause stays as it
 * is.
 */
export async function resumePausesIn(
  tx: Tx,
  { clock }: Pick<PauseDeps, 'clock'>,
  actor: Member,
  ids: readonly string[],
  batchId?: string,
  at = clock.now(),
): Promise<Result<PauseCommit, PauseEditRefusal>> {
  if (!canEditCaps(actor.role, await readSettings(tx))) return refuse({ reason: 'pause.forbidden' })
  await lockAll(tx)
  const now = clock.now()
  const named = await listPausesByIds(tx, ids)
  const standing = await listPauses(tx, { from: at, until: null })
  const beside = named.flatMap((pause) => (isRunningAt(pause, at) ? listRunning(standing, pause, at) : []))
  const all = new Map([...named, ...beside].map((pause) => [pause._id, pause]))
  const edits = [...all.values()].flatMap((before) => {
    const after = endPause(before, signatureOf(actor), now, at)
    return after === before ? [] : [{ before, after }]
  })
  return accept(await write(tx, clock, actor, edits, { action: 'pause.ended', ...partOf(batchId) }))
}

/** An ended scope, and the wider pauses that still stop some of its traffic. */
export interface ResumedScope extends PauseCommit {
  left: Pause[]
}

/** Ends every pause within a scope, now or at a later moment. */
export async function resumeScopeIn(
  tx: Tx,
  deps: Pick<PauseDeps, 'clock'>,
  actor: Member,
  scope: PauseScope,
  batchId?: string,
  at = deps.clock.now(),
): Promise<Result<ResumedScope, PauseEditRefusal>> {
  const standing = await readStandingPauses(tx, deps.clock.now())
  const own = standing.filter((pause) => covers(scope, pause))
  const ended = await resumePausesIn(
    tx,
    deps,
    actor,
    own.map(({ _id }) => _id),
    batchId,
    at,
  )
  if (!ended.ok) return ended
  const left = standing.filter((pause) => !own.includes(pause) && covers(pause, scope) && isRunningAt(pause, at))
  return accept({ ...ended.value, left })
}

export type PauseUndoRefusal = BatchRefusal | { reason: 'pause.forbidden' }

/**
 * Undoes a change of pauses if nothing of it was changed later. Traffic was stopped, so an undone pause has ended
 * rather than never been.
 */
export async function undoPauses(
  deps: PauseDeps,
  actor: Member,
  batchId: string,
): Promise<Result<PauseCommit, PauseUndoRefusal>> {
  return transact(deps.db, (tx) => undoPausesIn(tx, deps, actor, batchId))
}

/** The same in the caller's transaction. */
export async function undoPausesIn(
  tx: Tx,
  deps: Pick<PauseDeps, 'clock'>,
  actor: Member,
  batchId: string,
): Promise<Result<PauseCommit, PauseUndoRefusal>> {
  if (!canEditCaps(actor.role, await readSettings(tx))) return refuse({ reason: 'pause.forbidden' })
  const undo = await prepareUndoIn(tx, deps, actor, batchId)
  return undo.ok ? accept(await undo.value()) : undo
}

/**
 * The same in the caller's transaction. The returned function undoes them, once nothing else refuses. `joins` is its
 * commit.
 */
export async function prepareUndoIn(
  tx: Tx,
  { clock }: Pick<PauseDeps, 'clock'>,
  actor: Member,
  batchId: string,
): Promise<Result<(joins?: string) => Promise<PauseCommit>, PauseUndoRefusal>> {
  await lockAll(tx)
  const batch = await readLastBatch(tx, KEPT_PAUSE, batchId)
  if (!batch.ok) return batch
  const now = clock.now()
  const ids = batch.value.map(({ subjectId }) => subjectId)
  const standing = await listPausesByIds(tx, ids)
  const undone = standing.flatMap((before) => {
    const change = batch.value.find(({ subjectId }) => subjectId === before._id)
    const after = undoPause(before, change?.before ?? null, signatureOf(actor), now, standing)
    if (after === before) return []
    return after.from === before.from ? { before, after } : { before: null, after: { ...after, _id: newId() } }
  })
  // Of two of a scope that go on from now the longer one is enough.
  const again = Map.groupBy(
    undone.flatMap(({ before, after }) => (before ? [] : [after])),
    formatScope,
  )
  const edits = undone.filter(
    ({ before, after }) => before !== null || after === findLongest(again.get(formatScope(after)) ?? []),
  )
  // The same traffic that was paused anew since is another row, and nobody wants both from now on.
  const made = (await listPausesSince(tx, batch.value[0]?.at ?? now)).filter(({ _id }) => !ids.includes(_id))
  const isTwice = (after: Pause) =>
    made.some((other) => formatScope(other) === formatScope(after) && runTogether(other, after, now))
  if (edits.some(({ after }) => isTwice(after))) return refuse({ reason: 'batch.changed-since' })
  return accept((joins?: string) =>
    write(tx, clock, actor, edits, { action: 'pause.undo', undoes: batchId, ...partOf(joins) }),
  )
}

interface PauseEdit {
  before: Pause | null
  after: Pause
}

async function write(
  tx: Tx,
  clock: Clock,
  actor: Member,
  edits: readonly PauseEdit[],
  { action, ...batch }: { action: string; undoes?: string; batchId?: string },
): Promise<PauseCommit> {
  const pauses = edits.map(({ after }) => after)
  if (pauses.length === 0) return { batchId: null, pauses }
  await savePauses(tx, pauses, clock.now())
  const zone = await readZone(tx)
  const daysOf = (pause: Pause): Day[] => [
    ...new Set([pause.from, ...(pause.endedAt === null ? [] : [pause.endedAt])].map((at: Instant) => zone.dayOf(at))),
  ]
  const changes = edits.map(({ before, after }): Change => ({
    action,
    subject: KEPT_PAUSE.subject,
    subjectId: after._id,
    days: daysOf(after),
    before,
    after,
  }))
  const batchId = await recordBatch(tx, clock, {
    actor: actorOf(actor),
    changes,
    ...batch,
  })
  await announce(tx, { topic: 'pauses', days: null })
  await notify(tx, PAUSES_CHANNEL, '')
  return { batchId, pauses }
}

/** Scopes with advertisers as they are or were registered: the caps and leads of one that was deleted stay. */
async function nameAdvertisers(tx: Tx, scopes: readonly PauseScope[]): Promise<Result<PauseScope[], PauseRefusal>> {
  const ids = scopes.flatMap(({ advertiserId }) => advertiserId ?? [])
  const find = await readSpellingFinder(tx, ids)
  const named: PauseScope[] = []
  for (const [index, scope] of scopes.entries()) {
    const { advertiserId } = scope
    const found = advertiserId === null ? null : find(advertiserId)
    if (advertiserId !== null && !found) {
      return refuse({ reason: 'pause.unknown-advertiser', path: `scopes.${index}.advertiserId`, advertiserId })
    }
    named.push({ ...scope, advertiserId: found ?? null })
  }
  // Two spellings of an advertiser are one scope.
  const twice = findTwice(named)
  return twice ? refuse(twice) : accept(named)
}
