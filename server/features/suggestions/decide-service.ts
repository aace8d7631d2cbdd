import { addDays } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, type Instant, parseInstant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { type Zone, zoneOf } from '#domain/kernel/zone.ts'
import { isHeldUntil } from '#domain/pauses/paused-caps.ts'
import type { SuggestionAct } from '#domain/sentences/sweep.ts'
import { type FitRefusal, listCapIds } from '#domain/suggestions/follow.ts'
import { pausableOf, type SuggestionState } from '#domain/suggestions/suggestion.ts'
import { canEditCaps, type Member, signatureOf } from '#domain/team/member.ts'
import { type CapDeps, commitEditsIn } from '#server/features/caps/edit-service.ts'
import { lockPlans } from '#server/features/caps/planned-service.ts'
import { type ChatScope, isShown, readScope } from '#server/features/caps/show-service.ts'
import { draftOf, lockAllCaps, lockStandingCaps } from '#server/features/caps/standing-service.ts'
import { undoBatchIn } from '#server/features/caps/undo-service.ts'
import { actorOf, findStandingBatch } from '#server/features/history/service.ts'
import { rewriteMessage } from '#server/features/outbox/service.ts'
import { pauseScopesIn, undoPausesIn } from '#server/features/pauses/edit-service.ts'
import { readStandingPauses } from '#server/features/pauses/service.ts'
import { editSettingIn } from '#server/features/settings/edit-service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { transact, type Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Reply } from '#platform/telegram/commands.ts'
import {
  composeAnew,
  historyOf,
  readPlans,
  readStored,
  readSuggestions,
  type StoredSuggestion,
} from './content-service.ts'
import { type DecidedBatch, listSuggestions, lockSuggestions, saveDecision } from './store.ts'
import { lockSweepMessage } from './sweep-store.ts'

export type { CapDeps }

export type DecideRefusal =
  | { reason: 'suggestion.forbidden' | 'suggestion.gone' | 'suggestion.not-here' }
  | { reason: 'suggestion.no-pause' | 'suggestion.paused-already' }
  | { reason: 'suggestion.unknown-advertiser' | 'suggestion.pause-changed' }
  | { reason: 'suggestion.nothing-applied' | 'suggestion.cannot-undo' }
  /** Somebody decided before. */
  | { reason: 'suggestion.settled'; state: SuggestionState; by: string }
  | FitRefusal

interface Wish {
  actor: Member
  /** Whose caps the place shows in which it is pressed; null is everybody's. */
  scope: ChatScope
  id: string
  act: SuggestionAct
  where: 'web' | 'bot'
  now: Instant
}

interface Deciding extends Wish {
  stored: StoredSuggestion
  zone: Zone
}

/** Does what a button of a suggestion says, once: its caps, their history and what it is now are one transaction. */
async function decideSuggestion(tx: Tx, deps: CapDeps, wish: Wish): Promise<Result<StoredSuggestion, DecideRefusal>> {
  const settings = await readSettings(tx)
  if (!canEditCaps(wish.actor.role, settings)) return refuse({ reason: 'suggestion.forbidden' })
  // Whoever takes something back takes the plans before the caps, as those who make plans do.
  if (wish.act === 'undo') await lockPlans(tx)
  const stored = await lockStored(tx, wish.id)
  if (!stored) return refuse({ reason: 'suggestion.gone' })
  if (!(await isOfScope(tx, wish.scope, stored))) return refuse({ reason: 'suggestion.not-here' })
  const deciding = { ...wish, stored, zone: zoneOf(settings.timezone) }
  const decided = await (wish.act === 'undo' ? takeBack(tx, deps, deciding) : settleOpen(tx, deps, deciding))
  if (!decided.ok) return decided
  await announce(tx, { topic: 'suggestions', days: [stored.suggestion.subject.day] })
  const [decidedOn] = await readSuggestions(tx, { id: wish.id })
  return decidedOn ? accept(decidedOn) : refuse({ reason: 'suggestion.gone' })
}

/** Its message first, so that whoever writes that anew knows of every decision before. */
async function lockStored(tx: Tx, id: string): Promise<StoredSuggestion | undefined> {
  const [row] = await listSuggestions(tx, { id })
  if (row?.messageId) await lockSweepMessage(tx, row.messageId)
  const [stored] = await readStored(tx, await lockSuggestions(tx, { id }))
  return stored
}

/** Both what it is about and every cap that it would change: the other end of a move may be somebody else's. */
async function isOfScope(tx: Tx, scope: ChatScope, { suggestion }: StoredSuggestion): Promise<boolean> {
  if (scope === null) return true
  const { capKind, advertiserId, sourceNumber } = suggestion.subject
  if (capKind === null || sourceNumber === null) return false
  if (!isShown(scope, { kind: capKind, advertiserId, sourceNumber })) return false
  const caps = await lockStandingCaps(tx, listCapIds(suggestion.action))
  return [...caps.values()].every((cap) => isShown(scope, cap))
}

async function settleOpen(tx: Tx, deps: CapDeps, deciding: Deciding): Promise<Result<unknown, DecideRefusal>> {
  const { stored, act } = deciding
  if (stored.state !== 'open') return refuseSettled(stored)
  if (act === 'dismiss') return settle(tx, deciding, 'dismissed', null)
  const applied = await (act === 'pause' ? pauseTraffic(tx, deps, deciding) : applyAction(tx, deps, deciding))
  return applied.ok ? settle(tx, deciding, 'applied', applied.value) : applied
}

async function applyAction(
  tx: Tx,
  deps: CapDeps,
  { stored, actor, now, zone }: Deciding,
): Promise<Result<DecidedBatch | null, DecideRefusal>> {
  const { action, subject } = stored.suggestion
  if (action === null) return subject.day < zone.dayOf(now) ? refuse({ reason: 'suggestion.over' }) : accept(null)
  await lockAllCaps(tx)
  const plan = await readPlans(tx, [stored], zone.localTimeOf(now))
  const planned = plan(stored)
  if (!planned.ok) return planned
  const [first] = planned.value
  if (!first) return accept(null)
  const update = planned.value.map((cap) => ({ id: cap._id, version: cap.version, draft: draftOf(cap) }))
  const edits = { create: [], update, remove: [] }
  const committed = await commitEditsIn(tx, deps, actor, { [first.kind]: edits }, 'suggestion')
  if (!committed.ok) return refuse({ reason: 'suggestion.changed' })
  const [commit] = committed.value
  return accept(commit ? { id: commit.batchId, kind: first.kind } : null)
}

/** Until tonight, as the button under an alert does. A pause that holds longer stays as it is. */
async function pauseTraffic(
  tx: Tx,
  deps: CapDeps,
  { stored: { suggestion }, actor, now, zone }: Deciding,
): Promise<Result<DecidedBatch | null, DecideRefusal>> {
  const scope = pausableOf(suggestion)
  if (!scope) return refuse({ reason: 'suggestion.no-pause' })
  const today = zone.dayOf(now)
  if (suggestion.subject.day < today) return refuse({ reason: 'suggestion.over' })
  const until = zone.startOf(addDays(today, 1))
  const place = { ...scope, date: today }
  if (isHeldUntil(until, await readStandingPauses(tx, now), place, zone.localTimeOf(now), zone)) {
    return refuse({ reason: 'suggestion.paused-already' })
  }
  const reason = suggestion.kind === 'silent' ? 'technical' : 'quality'
  const wish = { scopes: [scope], from: null, until, reason, note: null } as const
  const paused = await pauseScopesIn(tx, deps, actor, wish, 'suggestion')
  if (!paused.ok) {
    const isUnknown = paused.reason === 'pause.unknown-advertiser'
    return refuse({ reason: isUnknown ? 'suggestion.unknown-advertiser' : 'suggestion.changed' })
  }
  const { batchId } = paused.value
  return accept(batchId === null ? null : { id: batchId, kind: 'pause' })
}

async function takeBack(tx: Tx, deps: CapDeps, deciding: Deciding): Promise<Result<unknown, DecideRefusal>> {
  const { stored, actor } = deciding
  switch (stored.state) {
    case 'open':
      return refuse({ reason: 'suggestion.nothing-applied' })
    case 'undone':
      return refuseSettled(stored)
    case 'dismissed':
      await saveDecision(tx, stored.id, 'open', null)
      return accept(null)
    case 'applied': {
      const batch = stored.decision?.batch
      if (!batch) return settle(tx, deciding, 'undone', null)
      // That it was taken back, and by whom, is told by the history of its caps, where that may be taken back too.
      const standing = await findStandingBatch(tx, historyOf(batch.kind), batch.id)
      const undone = await (batch.kind === 'pause'
        ? undoPausesIn(tx, deps, actor, standing)
        : undoBatchIn(tx, deps, actor, batch.kind, standing))
      if (!undone.ok) {
        return refuse({ reason: batch.kind === 'pause' ? 'suggestion.pause-changed' : 'suggestion.cannot-undo' })
      }
      // A pause that is over has nothing to undo, and its history says nothing.
      return undone.value.batchId === null ? settle(tx, deciding, 'undone', null) : undone
    }
  }
}

async function settle(
  tx: Tx,
  { stored, actor, where, now }: Deciding,
  state: SuggestionState,
  batch: DecidedBatch | null,
): Promise<Result<null, never>> {
  await saveDecision(tx, stored.id, state, { by: signatureOf(actor), where, at: now, batch })
  return accept(null)
}

function refuseSettled({ state, decision }: StoredSuggestion): Result<never, DecideRefusal> {
  return refuse({ reason: 'suggestion.settled', state, by: decision?.by ?? '' })
}

type Press = Pick<Wish, 'actor' | 'id' | 'act'>

export type Decided = Result<StoredSuggestion, DecideRefusal>

/** Decides on the web; the message in the group then says so too. */
export async function decideOnWeb(deps: CapDeps, press: Press): Promise<Decided> {
  return transact(deps.db, async (tx) => {
    const wish = { ...press, scope: null, where: 'web', now: deps.clock.now() } as const
    const decided = await decideSuggestion(tx, deps, wish)
    const messageId = decided.ok ? decided.value.messageId : null
    const message = messageId && (await composeAnew(tx, messageId))
    if (messageId && message) await rewriteMessage(tx, deps.clock, messageId, message)
    return decided
  })
}

/** Decides by a button in a chat; with what its message is to be after that, whatever it came to. */
export async function decideInChat(
  tx: Tx,
  deps: CapDeps,
  { chat, ...press }: Press & { chat: { id: string; isPrivate: boolean }; now: Instant },
): Promise<{ decided: Decided; message: Reply | null }> {
  const scope = await readScope(tx, chat)
  const decided = await decideSuggestion(tx, deps, { ...press, scope, where: 'bot' })
  // Somebody may have decided elsewhere what still looks open here.
  const [row] = await listSuggestions(tx, { id: press.id })
  return { decided, message: row?.messageId ? await composeAnew(tx, row.messageId) : null }
}

export interface RequestDeps extends CapDeps {
  secrets: Secrets
}

/** Asks for a sweep: a new text of the setting is a new request, also within the same millisecond. */
export async function requestSweep({ db, ...deps }: RequestDeps, member: Member): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const edited = await editSettingIn(tx, deps, actorOf(member), 'ai_suggestion_force_token', (standing) => {
      const [now, last] = [deps.clock.now(), parseInstant(standing)]
      return formatInstant(last !== null && last >= now ? addMilliseconds(last, 1) : now)
    })
    if (!edited.ok) throw new Error(`an instant was refused as a request: ${edited.sentence}`)
    return edited.value.value
  })
}
