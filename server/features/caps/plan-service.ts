import { z } from 'zod'
import { capKeyOf, formatCapKey, type CapKind } from '#domain/caps/cap.ts'
import { planRow, replaceTerms } from '#domain/caps/copy.ts'
import type { CapDraft, CapEdits } from '#domain/caps/edits.ts'
import { pickFields, TERM_FIELDS } from '#domain/caps/fields.ts'
import type { PlannedCap, WrittenPlan } from '#domain/sentences/cap-plan.ts'
import type { Day } from '#domain/kernel/day.ts'
import { DAY, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { canEditCaps, signatureOf, type Member } from '#domain/team/member.ts'
import { rememberWordIn } from '#server/features/cap-text/word-service.ts'
import { readGroupOwners } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { commitEditsIn, type CapDeps, type CommitRefusal } from './edit-service.ts'
import { insertPlan, lockPlan, settlePlan, updatePlan, type StoredPlan } from './plan-store.ts'
import { draftOf } from './standing-service.ts'
import { StoredDraft } from './stored-service.ts'
import { listCapsByKeys } from './store.ts'

/** A cap that a message plans: to an advertiser where it has one, else from a source alone. */
export type WishedCap = CapDraft

/** What was answered to the questions of a reading, by their ids. */
export type Answers = ReadonlyMap<string, string>

/** A text as it was sent, the day on which it was read first, and what was answered since. */
export interface PlanText extends WrittenPlan {
  defaultDay: Day
  answers: Answers
}

/** Who pressed which button. */
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
  /** Another reading stands in the chat by now. */
  | { reason: 'plan.old-revision' }
  | { reason: 'plan.too-old' }

const LONGEST_LIFE = DAY

export async function mayPlan(db: Database, member: Member): Promise<boolean> {
  return canEditCaps(member.role, await readSettings(db))
}

/** What saving would do to each cap, beside what stands in its place. Terms that a message leaves out stay as they are. */
export async function comparePlan(
  db: Database,
  wished: readonly WishedCap[],
  names: ReadonlyMap<string, string>,
): Promise<PlannedCap[]> {
  const keyOf = (cap: WishedCap) => capKeyOf({ ...cap, kind: kindOf(cap) })
  const standing = await listCapsByKeys(db, wished.map(keyOf))
  const byKey = new Map(standing.map((cap) => [formatCapKey(capKeyOf(cap)), cap]))
  return wished.map((wish) => {
    const found = byKey.get(formatCapKey(keyOf(wish))) ?? null
    const cap = found ? { ...wish, ...replaceTerms(wish, found, []) } : wish
    const { state } = planRow(cap, found)
    return { ...cap, name: names.get(cap.advertiserId ?? '') ?? null, standing: found, state }
  })
}

/** Keeps what was shown, for the buttons under it; its id. */
export async function storePlan(
  tx: Tx,
  { now, answers, ...plan }: PlanText & { chatId: string; now: Instant },
  caps: readonly PlannedCap[],
): Promise<string> {
  const id = newId()
  await insertPlan(tx, { ...plan, id, edits: { ...editsOf(caps), answers: [...answers] }, createdAt: now })
  return id
}

/** Keeps another reading in the place of the one before; its revision. */
export async function replacePlan(
  tx: Tx,
  { id, revision, defaultDay, answers }: { id: string; revision: number; defaultDay: Day; answers: Answers },
  caps: readonly PlannedCap[],
): Promise<number> {
  await updatePlan(tx, { id, revision: revision + 1, defaultDay, edits: { ...editsOf(caps), answers: [...answers] } })
  return revision + 1
}

/** The plan under a button, held, where the button still counts. */
export async function openPlan(tx: Tx, press: Press): Promise<Result<StoredPlan, PlanRefusal>> {
  const plan = await lockPlan(tx, press.planId)
  if (!plan || plan.chatId !== press.chatId) return refuse({ reason: 'plan.gone' })
  if (plan.state !== 'open') return refuse({ reason: 'plan.settled' })
  if (plan.revision !== press.revision) return refuse({ reason: 'plan.old-revision' })
  return press.now - plan.createdAt > LONGEST_LIFE ? refuse({ reason: 'plan.too-old' }) : accept(plan)
}

/** Whether saving the caps as they read now is still what was shown. */
export function isAsShown(plan: StoredPlan, caps: readonly PlannedCap[]): boolean {
  // Parsed, both have their fields in one order.
  const [shown, present] = [plan.edits, editsOf(caps)].map((edits) => {
    const { broker, affiliate } = StoredEdits.parse(edits)
    return JSON.stringify([broker, affiliate])
  })
  return shown === present
}

/** What was answered to the questions under a plan. */
export function answersOf(plan: StoredPlan): Answers {
  return new Map(StoredEdits.parse(plan.edits).answers)
}

/** Saves what was shown, once, with its history; how many caps. Refused where caps have changed since. */
export async function savePlan(
  tx: Tx,
  deps: CapDeps,
  plan: StoredPlan,
  { actor, now }: Pick<Press, 'actor' | 'now'>,
): Promise<Result<number, CommitRefusal>> {
  const edits = StoredEdits.parse(plan.edits)
  const committed = await commitEditsIn(
    tx,
    deps,
    actor,
    { broker: readEdits(edits.broker), affiliate: readEdits(edits.affiliate) },
    'message',
  )
  if (!committed.ok) return committed
  await settlePlan(tx, { id: plan.id, state: 'saved', by: signatureOf(actor), at: now })
  return accept(committed.value.reduce((sum, { caps }) => sum + caps.length, 0))
}

/** A word that means nothing in the group of one partner is remembered for that partner; what cannot be is for this once. */
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

function editsOf(caps: readonly PlannedCap[]) {
  const ofKind = (kind: CapKind) => {
    const own = caps.filter((cap) => kindOf(cap) === kind && cap.state !== 'same')
    return {
      create: own.flatMap((cap) => (cap.standing ? [] : [draftOfPlanned(cap)])),
      update: own.flatMap((cap) =>
        cap.standing ? [{ id: cap.standing._id, version: cap.standing.version, draft: draftOfPlanned(cap) }] : [],
      ),
    }
  }
  return { broker: ofKind('broker'), affiliate: ofKind('affiliate') }
}

/** A cap that stands keeps all but its terms. */
function draftOfPlanned({ name: _name, state: _state, standing, ...wish }: PlannedCap): CapDraft {
  if (standing) return { ...draftOf(standing), ...pickFields(wish, TERM_FIELDS) }
  return { ...wish, advertiserName: null, createdBy: null }
}

function readEdits({ create, update }: z.output<typeof EditsOfKind>): CapEdits {
  return { create, update, remove: [] }
}

const EditsOfKind = z.object({
  create: z.array(StoredDraft),
  update: z.array(z.object({ id: z.string(), version: z.number(), draft: StoredDraft })),
})
const StoredEdits = z.object({
  broker: EditsOfKind,
  affiliate: EditsOfKind,
  answers: z.array(z.tuple([z.string(), z.string()])).default([]),
})
