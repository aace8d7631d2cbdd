import { describeCap, MAX_CAP, type Cap } from '#domain/caps/cap.ts'
import type { CapDraft, CapEdits } from '#domain/caps/edits.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { RAISE, type CapAct } from '#domain/sentences/cap-buttons.ts'
import { sayUntil } from '#domain/sentences/pauses.ts'
import { isHeldUntil } from '#domain/pauses/paused-caps.ts'
import { canEditCaps, signatureOf, type Member } from '#domain/team/member.ts'
import { pauseScopesIn } from '#server/features/pauses/edit-service.ts'
import { readEndOfStop, readStandingPauses } from '#server/features/pauses/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { commitEditsIn, type CapDeps, type CommitRefusal } from './edit-service.ts'
import { draftOf, lockStandingCaps } from './standing-service.ts'
import { insertMute, listMutedCaps } from './mute-store.ts'
import { isShown, readZone, type ChatScope } from './show-service.ts'

export type ActRefusal =
  | { reason: 'act.forbidden' }
  | { reason: 'act.gone' }
  | { reason: 'act.not-here' }
  | { reason: 'act.too-large' }
  /** Its advertiser was deleted. Existing caps stay, but no new cap can name it. */
  | { reason: 'act.unknown-advertiser'; advertiserId: string }
  /** An alert stays in its chat, and its buttons with it. */
  | { reason: 'act.over'; what: string }
  | { reason: 'act.paused-already'; what: string }
  | { reason: 'act.stands-already'; what: string }
  | { reason: 'act.muted-already'; what: string }

/** The result of an action, and its cap. */
export interface DoneAct {
  what: string
  cap: number
  /** Of a pause, in words. */
  until?: string
}

/** Carries out a button of an alert on its cap, once per press, with its history. */
export async function actOnCap(
  tx: Tx,
  deps: CapDeps,
  wish: { actor: Member; scope: ChatScope; capId: string; act: CapAct; now: Instant },
): Promise<Result<DoneAct, ActRefusal>> {
  const { actor, scope, capId, act, now } = wish
  const settings = await readSettings(tx)
  if (!canEditCaps(actor.role, settings)) return refuse({ reason: 'act.forbidden' })
  const cap = (await lockStandingCaps(tx, [capId])).get(capId)
  if (!cap) return refuse({ reason: 'act.gone' })
  if (!isShown(scope, cap)) return refuse({ reason: 'act.not-here' })
  const what = describeCap(cap)
  const target = act === 'copy' ? addDays(cap.date, 1) : cap.date
  if (target < zoneOf(settings.timezone).dayOf(now)) return refuse({ reason: 'act.over', what })
  if (act === 'mute') {
    const isNew = await insertMute(tx, { capId, day: cap.date, by: signatureOf(actor), at: now })
    return isNew ? accept({ what, cap: cap.cap }) : refuse({ reason: 'act.muted-already', what })
  }
  if (act === 'pause') return pauseCap(tx, deps, actor, cap)
  const edits = planAct(cap, act)
  if (!edits.ok) return edits
  const committed = await commitEditsIn(tx, deps, actor, { [cap.kind]: edits.value }, 'button')
  if (!committed.ok) return refuseCommit(committed, what)
  return accept({ what, cap: committed.value[0]?.caps[0]?.cap ?? cap.cap })
}

/** The caps of which alerts are to tell nothing on their day. */
export async function readMutedCaps(db: Database, capIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await listMutedCaps(db, capIds))
}

const NOTHING: CapEdits = { create: [], update: [], remove: [] }

function planAct(cap: Cap, act: Exclude<CapAct, 'mute' | 'pause'>): Result<CapEdits, ActRefusal> {
  const change = (draft: CapDraft) => accept({ ...NOTHING, update: [{ id: cap._id, version: cap.version, draft }] })
  switch (act) {
    case 'add':
      if (cap.cap + RAISE > MAX_CAP) return refuse({ reason: 'act.too-large' })
      return change(draftOf({ ...cap, cap: cap.cap + RAISE }))
    case 'copy':
      return accept({ ...NOTHING, create: [draftOf({ ...cap, date: addDays(cap.date, 1) })] })
  }
}

/** For the rest of its day; its number stays what it is. */
async function pauseCap(tx: Tx, deps: CapDeps, actor: Member, cap: Cap): Promise<Result<DoneAct, ActRefusal>> {
  const what = describeCap(cap)
  const [now, zone] = [deps.clock.now(), await readZone(tx)]
  const start = zone.startOf(cap.date)
  const from = start > now ? start : null
  const until = zone.startOf(addDays(cap.date, 1))
  if (isHeldUntil(until, await readStandingPauses(tx, now), cap, zone.localTimeOf(now), zone)) {
    return refuse({ reason: 'act.paused-already', what })
  }
  const { geo, advertiserId, sourceNumber } = cap
  const wish = { scopes: [{ geo, advertiserId, sourceNumber }], from, until }
  const done = await pauseScopesIn(tx, deps, actor, { ...wish, reason: 'other', note: null }, 'button')
  if (done.ok) {
    const end = await readEndOfStop(tx, cap, from ?? deps.clock.now())
    return accept({ what, cap: cap.cap, until: sayUntil(end, now, zone) })
  }
  if (done.reason === 'pause.forbidden') return refuse({ reason: 'act.forbidden' })
  if (done.reason !== 'pause.unknown-advertiser') return refuse({ reason: 'act.over', what })
  return refuse({ reason: 'act.unknown-advertiser', advertiserId: done.advertiserId })
}

function refuseCommit(refusal: CommitRefusal, what: string): Result<never, ActRefusal> {
  if (refusal.reason === 'caps.forbidden') return refuse({ reason: 'act.forbidden' })
  const [first] = refusal.problems.map((problem) => problem.refusal)
  if (first?.reason === 'cap.exists') return refuse({ reason: 'act.stands-already', what })
  if (first?.reason !== 'cap.unknown-advertiser') return refuse({ reason: 'act.gone' })
  return refuse({ reason: 'act.unknown-advertiser', advertiserId: first.advertiserId })
}
