import { z } from 'zod'
import { CAP_KINDS, capKeyOf, formatCapKey, type CapKind } from '#domain/caps/cap.ts'
import { planRow, replaceTerms } from '#domain/caps/copy.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import { pickFields, TERM_FIELDS } from '#domain/caps/fields.ts'
import type { DayClock } from '#domain/caps/pace.ts'
import { spanOfDays } from '#domain/hours/paused-time.ts'
import type { PlannedCap, WrittenPlan } from '#domain/sentences/cap-plan.ts'
import type { Day } from '#domain/kernel/day.ts'
import { DAY, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Pause } from '#domain/pauses/pause.ts'
import { createPausedOf } from '#domain/pauses/paused-caps.ts'
import { resumeAll, type PlannedAct } from '#domain/pauses/planned.ts'
import { canEditCaps, signatureOf, type Member } from '#domain/team/member.ts'
import type { ProposedSentence } from '#server/features/cap-text/reading-service.ts'
import { rememberWordIn } from '#server/features/cap-text/word-service.ts'
import { readGroupOwners } from '#server/features/partners/service.ts'
import { readPauses } from '#server/features/pauses/service.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { StoredDay, StoredInstant } from '#platform/json.ts'
import {
  commitWithActsIn,
  type ActRefusal,
  type CapDeps,
  type CapEditsWithActs,
  type CommitRefusal,
} from '#server/features/caps/edit-service.ts'
import { insertPlan, lockNewestPlan, lockPlan, lockPlanOf, settlePlan, updatePlan, type StoredPlan } from './store.ts'
import { draftOf } from '#server/features/caps/standing-service.ts'
import { StoredDraft } from '#server/features/caps/stored-service.ts'
import { readCapsByKeys } from '#server/features/caps/planned-service.ts'
import { undoBatchesIn, type UndoRefusal } from '#server/features/caps/undo-service.ts'

export { readMessage, readProposals, type AskedReading } from '#server/features/cap-text/reading-service.ts'
export { readAdvertisers, readScope, readZone } from '#server/features/caps/show-service.ts'

/** A cap that a message plans: with an advertiser, or of a source alone. */
export type WishedCap = CapDraft

/** Answers to the questions of a reading, by question ID. */
export type Answers = ReadonlyMap<string, string>

/** The text as sent, the day of its first reading, and the answers given since. */
export interface PlanText extends WrittenPlan {
  defaultDay: Day
  answers: Answers
  /** The message with the text; null for rows from before this was stored. */
  messageId: number | null
  /** The writer's Telegram ID; null if unknown. */
  writerId: string | null
  /** The topic of the message in a forum; null outside of topics. */
  topic: number | null
  /** The text before its edit, and the last saved text; null if never saved. */
  edited: { text: string; saved: string | null } | null
  /** The end of the text: the writer's later corrections, each on a line of its own. */
  corrections: string
  /** Sentences that a language model read differently, which hold their caps. */
  sentences: readonly ProposedSentence[]
}

/** A member and the button that they pressed. */
export interface Press {
  actor: Member
  chatId: string
  planId: string
  revision: number
  now: Instant
}

export type PlanRefusal =
  | { reason: 'plan.gone' }
  | { reason: 'plan.settled' }
  /** Its message was edited and has another plan now. */
  | { reason: 'plan.edited' }
  /** The chat shows another reading by now. */
  | { reason: 'plan.old-revision' }
  | { reason: 'plan.too-old' }

const LONGEST_LIFE = DAY
/** After this time `sorry` is not read as a correction. */
const CORRECTED_WITHIN = 15 * MINUTE

export async function mayPlan(db: Database, member: Member): Promise<boolean> {
  return canEditCaps(member.role, await readSettings(db))
}

/** The change that saving makes to each cap. Terms that a message leaves out stay. */
export async function comparePlan(
  db: Database,
  wished: readonly WishedCap[],
  names: ReadonlyMap<string, string>,
): Promise<PlannedCap[]> {
  const keyOf = (cap: WishedCap) => capKeyOf({ ...cap, kind: kindOf(cap) })
  const standing = await readCapsByKeys(db, wished.map(keyOf))
  const byKey = new Map(standing.map((cap) => [formatCapKey(capKeyOf(cap)), cap]))
  return wished.map((wish) => {
    const found = byKey.get(formatCapKey(keyOf(wish))) ?? null
    const cap = found ? { ...wish, ...replaceTerms(wish, found, {}) } : wish
    const { state } = planRow(cap, found)
    return { ...cap, name: names.get(cap.advertiserId ?? '') ?? null, standing: found, state }
  })
}

/** The effect of saving, as it was shown. */
export interface PlanWork {
  caps: readonly PlannedCap[]
  acts: readonly PlannedAct[]
}

/** When traffic of planned caps is paused, without what is to be resumed with them from that day on. */
export async function readPausedClock(db: Database, { caps, acts }: PlanWork, now: Instant): Promise<DayClock> {
  const zone = await readZone(db)
  const days = caps.map(({ date }) => date).toSorted()
  const [start, end] = [days[0], days.at(-1)]
  if (!start || !end) return { zone }
  const pauses = await readPauses(db, spanOfDays({ start, end }, zone))
  return { zone, pausedOf: createPausedOf(resumeAll(pauses, acts, { zone, now }), zone) }
}

/** What is kept of a plan as JSON: what saving does, and all that another reading of its message needs. */
function keptOf(plan: PlanText, shown: PlanWork) {
  const { answers, passedOnAt, writerId, topic, edited, corrections, sentences } = plan
  return { ...editsOf(shown), answers: [...answers], passedOnAt, writerId, topic, edited, corrections, sentences }
}

/** Stores the shown plan for its buttons; returns its ID. */
export async function storePlan(
  tx: Tx,
  plan: PlanText & { chatId: string; now: Instant },
  shown: PlanWork,
): Promise<string> {
  const id = newId()
  await insertPlan(tx, { ...plan, id, edits: keptOf(plan, shown), createdAt: plan.now })
  return id
}

interface Identified {
  id: string
  revision: number
}

/** Replaces the reading of a plan; returns the new revision. */
export async function replacePlan(tx: Tx, plan: PlanText & Identified, shown: PlanWork): Promise<number> {
  const { id, defaultDay } = plan
  const revision = plan.revision + 1
  await updatePlan(tx, { id, revision, defaultDay, edits: keptOf(plan, shown) })
  return revision
}

/** The plan of a button, locked, if the button is still valid. */
export async function openPlan(
  tx: Tx,
  press: Press,
  state: 'open' | 'saved' = 'open',
): Promise<Result<StoredPlan, PlanRefusal>> {
  const plan = await lockPlan(tx, press.planId)
  if (!plan || plan.chatId !== press.chatId) return refuse({ reason: 'plan.gone' })
  if (plan.state === 'edited') return refuse({ reason: 'plan.edited' })
  if (plan.state !== state) return refuse({ reason: 'plan.settled' })
  if (plan.revision !== press.revision) return refuse({ reason: 'plan.old-revision' })
  return press.now - plan.createdAt > LONGEST_LIFE ? refuse({ reason: 'plan.too-old' }) : accept(plan)
}

/** True if saving now has the same effect as was shown. */
export function isAsShown(plan: StoredPlan, work: PlanWork): boolean {
  // Parsing gives both the same order of fields.
  const [shown, present] = [plan.edits, editsOf(work)].map((edits) => {
    const { broker, affiliate } = StoredEdits.parse(edits)
    return JSON.stringify([broker, affiliate])
  })
  return shown === present
}

/** A plan with its answers and the message's earlier text. */
export function textOf(plan: StoredPlan): StoredPlan & PlanText {
  const { answers, passedOnAt, writerId, topic, edited, corrections, sentences } = StoredEdits.parse(plan.edits)
  return { ...plan, answers: new Map(answers), passedOnAt, writerId, topic, edited, corrections, sentences }
}

/** The current plan of a message, open or saved, locked; null if there is none. */
export async function lockStandingPlan(
  tx: Tx,
  at: { chatId: string; messageId: number },
): Promise<(StoredPlan & PlanText) | null> {
  const plan = await lockPlanOf(tx, at)
  return plan && (plan.state === 'open' || plan.state === 'saved') ? textOf(plan) : null
}

/** The plan that an edit of its message changes: the current one, else what is still saved; null if there is none. */
export async function lockPlanToEdit(
  tx: Tx,
  at: { chatId: string; messageId: number },
): Promise<(StoredPlan & PlanText) | null> {
  const current = await lockStandingPlan(tx, at)
  if (current) return current
  // A later plan was cancelled or undone, which leaves what was saved before it.
  const saved = await lockPlanOf(tx, at, 'saved')
  return saved && textOf(saved)
}

/** The writer's plan right before in this chat and topic, locked; null if somebody else wrote last. */
export async function lockCorrectedPlan(
  tx: Tx,
  { chatId, topic, writerId, now }: Pick<PlanText, 'topic' | 'writerId'> & { chatId: string; now: Instant },
): Promise<(StoredPlan & PlanText) | null> {
  const newest = await lockNewestPlan(tx, { chatId, topic })
  if (!newest || (newest.state !== 'open' && newest.state !== 'saved')) return null
  const plan = textOf(newest)
  return writerId !== null && plan.writerId === writerId && now - plan.createdAt <= CORRECTED_WITHIN ? plan : null
}

/** The new plan of an edited message; `corrections` end its text. */
export function editedPlan(
  before: StoredPlan & PlanText,
  { text, corrections }: Pick<PlanText, 'text' | 'corrections'>,
): PlanText {
  const { writtenAt, passedOnAt, answered, defaultDay, answers, messageId, writerId, topic, edited } = before
  const saved = before.state === 'saved' ? before.text : (edited?.saved ?? null)
  const said = { text: before.text, saved }
  const stays = { writtenAt, passedOnAt, answered, defaultDay, answers, messageId, writerId, topic }
  return { ...stays, text, corrections, edited: said, sentences: [] }
}

/** Closes the plan of a message that was edited; its saved caps stay, and can be undone. */
export async function replaceEdited(tx: Tx, plan: StoredPlan, by: string, now: Instant): Promise<void> {
  if (plan.state === 'open') await settlePlan(tx, { id: plan.id, state: 'edited', by, at: now })
}

/** The saved caps, and the wider pauses that still cover caps to be resumed. */
export interface SavedPlan {
  caps: number
  left: Pause[]
}

/** Saves the shown plan once, with its history. Refuses if the caps have changed since. */
export async function savePlan(
  tx: Tx,
  deps: CapDeps,
  plan: StoredPlan,
  { actor, now }: Pick<Press, 'actor' | 'now'>,
): Promise<Result<SavedPlan, CommitRefusal | ActRefusal>> {
  const edits = StoredEdits.parse(plan.edits)
  const kinds = CAP_KINDS.filter((kind) => !isEmpty(edits[kind]))
  const wanted = Object.fromEntries(kinds.map((kind) => [kind, readEdits(edits[kind])]))
  const committed = await commitWithActsIn(tx, deps, actor, wanted, 'message')
  if (!committed.ok) return committed
  const commits = committed.value
  const batches = commits.map(({ kind, batchId }) => ({ kind, batchId }))
  await updatePlan(tx, { ...plan, edits: { ...edits, batches } })
  await settlePlan(tx, { id: plan.id, state: 'saved', by: signatureOf(actor), at: now })
  const caps = commits.reduce((sum, commit) => sum + commit.caps.length, 0)
  return accept({ caps, left: commits.flatMap(({ left }) => left) })
}

/** Undoes a saved plan if none of its caps has changed since. */
export async function undoPlan(
  tx: Tx,
  deps: CapDeps,
  plan: StoredPlan,
  { actor, now }: Pick<Press, 'actor' | 'now'>,
): Promise<Result<null, UndoRefusal>> {
  const undone = await undoBatchesIn(tx, deps, actor, StoredEdits.parse(plan.edits).batches)
  if (!undone.ok) return undone
  await settlePlan(tx, { id: plan.id, state: 'undone', by: signatureOf(actor), at: now })
  return accept(null)
}

/** Remembers an ignored word for the partner of the group; if that is not possible, ignores it this once. */
export async function rememberHere(tx: Tx, deps: CapDeps, actor: Member, chatId: string, word: string): Promise<void> {
  const { advertisers, publishers } = await readGroupOwners(tx, chatId)
  const [owner, ...others] = [...advertisers, ...publishers]
  if (owner && others.length === 0) await rememberWordIn(tx, deps, actor, { word, kind: owner.kind, key: owner.key })
}

export async function cancelPlan(
  tx: Tx,
  plan: StoredPlan,
  { actor, now }: Pick<Press, 'actor' | 'now'>,
): Promise<void> {
  await settlePlan(tx, { id: plan.id, state: 'cancelled', by: signatureOf(actor), at: now })
}

function kindOf({ advertiserId }: { advertiserId: string | null }): CapKind {
  return advertiserId === null ? 'affiliate' : 'broker'
}

function editsOf({ caps, acts }: PlanWork) {
  const ofKind = (kind: CapKind) => {
    const own = caps.filter((cap) => kindOf(cap) === kind && cap.state !== 'same')
    return {
      create: own.flatMap((cap) => (cap.standing ? [] : [draftOfPlanned(cap)])),
      update: own.flatMap((cap) =>
        cap.standing ? [{ id: cap.standing._id, version: cap.standing.version, draft: draftOfPlanned(cap) }] : [],
      ),
      acts: acts.filter((act) => kindOf(act) === kind),
    }
  }
  return { broker: ofKind('broker'), affiliate: ofKind('affiliate') }
}

/** An existing cap keeps everything but its terms. */
function draftOfPlanned({ name: _name, state: _state, standing, ...wish }: PlannedCap): CapDraft {
  if (standing) return { ...draftOf(standing), ...pickFields(wish, TERM_FIELDS) }
  return { ...wish, advertiserName: null, createdBy: null }
}

function readEdits({ create, update, acts }: z.output<typeof EditsOfKind>): CapEditsWithActs {
  return { create, update, remove: [], acts }
}

function isEmpty({ create, update, acts }: z.output<typeof EditsOfKind>): boolean {
  return create.length + update.length + acts.length === 0
}

const StoredAct = z.object({
  act: z.enum(['pause', 'resume']),
  geo: z.string().nullable(),
  advertiserId: z.string().nullable(),
  sourceNumber: z.string().nullable(),
  from: StoredDay,
  until: StoredDay.nullable(),
  note: z.string().nullable(),
})

const EditsOfKind = z.object({
  create: z.array(StoredDraft),
  update: z.array(z.object({ id: z.string(), version: z.number(), draft: StoredDraft })),
  acts: z.array(StoredAct).default([]),
})
const StoredEdits = z.object({
  broker: EditsOfKind,
  affiliate: EditsOfKind,
  answers: z.array(z.tuple([z.string(), z.string()])).default([]),
  passedOnAt: StoredInstant.nullable().default(null),
  writerId: z.string().nullable().default(null),
  topic: z.int().nullable().default(null),
  edited: z.object({ text: z.string(), saved: z.string().nullable() }).nullable().default(null),
  corrections: z.string().default(''),
  sentences: z.array(z.object({ sentence: z.string(), quote: z.string(), line: z.int() })).default([]),
  /** The commits that saved it. */
  batches: z.array(z.object({ kind: z.enum(CAP_KINDS), batchId: z.string() })).default([]),
})
