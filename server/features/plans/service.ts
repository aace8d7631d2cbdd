import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Partner } from '#domain/partners/partner.ts'
import { findOverlap, splitPlan, type Plan, type PlanDraft, type PlanTerms } from '#domain/plans/plan.ts'
import { creatorOf, type Member } from '#domain/team/member.ts'
import { lockPlans } from '#server/features/caps/planned-service.ts'
import { readAdvertiserFinder, readMeant } from '#server/features/partners/service.ts'
import { readSettings, readToday } from '#server/features/settings/service.ts'
import { transact, type Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { movePlanDays } from './day-store.ts'
import { decidePlans, findUndoneDays, makeDays, spanOf, type DecidedPlan, type PlanDeps } from './make-service.ts'
import { tellOfPlans } from './notice-service.ts'
import { recordPlans, type PlanChange } from './record-service.ts'
import { copyNotices, deletePlans, hasUnseenDays, listPlansByIds, listPlansFrom, upsertPlan } from './store.ts'

export { listPlans as readPlans } from './store.ts'

export type { PlanDeps }

export type PlanRefusal =
  | { reason: 'plan.not-found' }
  | { reason: 'plan.stale'; current: Plan }
  /** `index` is its place among those that are saved together. */
  | { reason: 'plan.overlaps'; index: number; other: Plan; day: Day }
  | { reason: 'plan.unknown-advertiser'; index: number; advertiserId: string; meant: readonly Partner[] }
  | { reason: 'plan.ends-before-start'; index: number }
  | { reason: 'plan.no-numbers'; index: number }
  /** The last day of a change is before the first week that the plan does not skip. */
  | { reason: 'plan.skipped'; nextWeek: Day }
  /** Past days cannot be changed. */
  | { reason: 'plan.past'; today: Day }

/** The result of saving plans. */
export interface SavedPlans {
  batchId: string
  plans: Plan[]
  days: DecidedPlan[]
}

/** Saves new plans in one commit, and makes the caps of their first days. */
export async function createPlans(
  deps: PlanDeps,
  actor: Member,
  drafts: readonly PlanDraft[],
): Promise<Result<SavedPlans, PlanRefusal>> {
  return transact(deps.db, async (tx) => finish(tx, deps, actor, await addPlans(tx, actor, drafts)))
}

export interface PlanEdit {
  id: string
  /** The one that they saw; null: it is not checked. */
  version: number | null
  from: Day
  terms: PlanTerms
}

/**
 * Changes a plan from a day on; earlier days keep their caps. From today on, or before the plan has begun, the plan
 * itself changes. Otherwise it ends the day before, and a new plan begins, which gets the later days.
 */
export async function changePlan(
  deps: PlanDeps,
  actor: Member,
  edit: PlanEdit,
): Promise<Result<SavedPlans, PlanRefusal>> {
  return transact(deps.db, async (tx) => finish(tx, deps, actor, await editPlan(tx, deps, edit)))
}

/** Previews saving plans, one line per day of a span; nothing is saved. */
export async function previewPlans(
  deps: PlanDeps,
  actor: Member,
  wish: { drafts: readonly PlanDraft[] } | PlanEdit,
  days: number,
): Promise<Result<DecidedPlan[], PlanRefusal>> {
  const tried: { found: Result<DecidedPlan[], PlanRefusal> } = { found: refuse({ reason: 'plan.not-found' }) }
  // The change is made, read and rolled back, so the preview is exact.
  await transact(deps.db, async (tx) => {
    const written = 'drafts' in wish ? await addPlans(tx, actor, wish.drafts) : await editPlan(tx, deps, wish)
    tried.found = written.ok ? accept(await lookAhead(tx, deps, written.value, days)) : written
    return refuse({ reason: 'plan.tried' })
  })
  return tried.found
}

async function lookAhead(tx: Tx, deps: PlanDeps, changes: readonly PlanChange[], days: number): Promise<DecidedPlan[]> {
  const start = await readToday({ db: tx, clock: deps.clock })
  const plans = changes.flatMap(({ after }) => after ?? [])
  const found: DecidedPlan[] = []
  for (const [kind, own] of Map.groupBy(plans, (plan) => plan.kind)) {
    found.push(...(await decidePlans(tx, kind, own, { start, end: addDays(start, days - 1) })))
  }
  return found
}

/** Writes the history of plans that were written, and makes their caps. */
async function finish(
  tx: Tx,
  deps: PlanDeps,
  actor: Member,
  written: Result<PlanChange[], PlanRefusal>,
): Promise<Result<SavedPlans, PlanRefusal>> {
  if (!written.ok) return written
  const plans = written.value.flatMap(({ after }) => after ?? [])
  const batchId = await recordPlans(tx, deps, actor, written.value)
  return accept({ batchId, plans, days: await makeDays(tx, deps, plans) })
}

async function addPlans(
  tx: Tx,
  actor: Member,
  drafts: readonly PlanDraft[],
): Promise<Result<PlanChange[], PlanRefusal>> {
  await lockPlans(tx)
  const completed = await completePlans(
    tx,
    drafts.map((draft) => planOf(draft, actor)),
  )
  if (!completed.ok) return completed
  const refused = await refusePlans(tx, completed.value)
  if (refused) return refuse(refused)
  for (const plan of completed.value) await upsertPlan(tx, plan)
  return accept(completed.value.map((after) => ({ before: null, after })))
}

async function editPlan(tx: Tx, deps: PlanDeps, edit: PlanEdit): Promise<Result<PlanChange[], PlanRefusal>> {
  await lockPlans(tx)
  const found = await findPlan(tx, edit)
  if (!found.ok) return found
  const today = await readToday({ db: tx, clock: deps.clock })
  if (edit.from < today) return refuse({ reason: 'plan.past', today })
  const before = found.value
  const { ended, changed } = splitPlan(before, { ...edit, today, id: newId() })
  const { firstDay, lastDay } = changed
  if (ended && lastDay !== null && edit.from <= lastDay && lastDay < firstDay) {
    return refuse({ reason: 'plan.skipped', nextWeek: firstDay })
  }
  const refused = await refusePlans(tx, ended ? [ended, changed] : [changed])
  if (refused) return refuse(refused)
  if (ended) {
    await copyNotices(tx, ended._id, changed)
    await upsertPlan(tx, ended)
    await movePlanDays(tx, { from: ended._id, to: changed._id, since: edit.from })
  }
  await upsertPlan(tx, changed)
  if (!ended) return accept([{ before, after: changed }])
  return accept([
    { before, after: ended },
    { before: null, after: changed },
  ])
}

/** Deletes a plan with its unchanged caps of today and later. */
export async function removePlan(
  deps: PlanDeps,
  actor: Member,
  id: string,
): Promise<Result<{ batchId: string }, PlanRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const found = await findPlan(tx, { id, version: null })
    if (!found.ok) return found
    await dropPlan(tx, deps, found.value)
    return accept({ batchId: await recordPlans(tx, deps, actor, [{ before: found.value, after: null }]) })
  })
}

/** Removes a plan and its unchanged caps of today and later. */
export async function dropPlan(tx: Tx, deps: Pick<PlanDeps, 'clock'>, plan: Plan): Promise<void> {
  await makeDays(tx, deps, [{ ...plan, numbers: NO_NUMBERS }])
  await deletePlans(tx, [plan._id])
}

const NO_NUMBERS = [null, null, null, null, null, null, null]

/**
 * The reason that plans cannot be saved together with each other and existing ones; null if they can. `gone`: plans
 * that they replace.
 */
export async function refusePlans(
  tx: Tx,
  plans: readonly Plan[],
  gone: readonly Plan[] = [],
): Promise<PlanRefusal | null> {
  const ids = new Set([...plans, ...gone].map(({ _id }) => _id))
  const earliest = plans.reduce<Day | null>((day, { firstDay }) => (day && day < firstDay ? day : firstDay), null)
  const standing = earliest ? (await listPlansFrom(tx, earliest)).filter(({ _id }) => !ids.has(_id)) : []
  const byPlace = Map.groupBy([...standing, ...plans], placeKey)
  for (const [index, plan] of plans.entries()) {
    if (plan.lastDay !== null && plan.lastDay < plan.firstDay) return { reason: 'plan.ends-before-start', index }
    if (plan.numbers.every((number) => number === null)) return { reason: 'plan.no-numbers', index }
    for (const other of byPlace.get(placeKey(plan)) ?? []) {
      const day = other._id === plan._id ? null : findOverlap(plan, other)
      if (day !== null) return { reason: 'plan.overlaps', index, other, day }
    }
  }
  return null
}

function placeKey({ kind, sourceNumber, geo, advertiserId }: Plan): string {
  return JSON.stringify([kind, foldGeo(geo), advertiserId, sourceNumber])
}

async function findPlan(
  tx: Tx,
  { id, version }: { id: string; version: number | null },
): Promise<Result<Plan, PlanRefusal>> {
  const plan = (await listPlansByIds(tx, [id])).get(id)
  if (!plan) return refuse({ reason: 'plan.not-found' })
  return version !== null && version !== plan.version ? refuse({ reason: 'plan.stale', current: plan }) : accept(plan)
}

function planOf(draft: PlanDraft, actor: Member): Plan {
  return { ...draft, _id: newId(), createdBy: creatorOf(actor), version: 1 }
}

/** Advertisers as they are registered. */
async function completePlans(tx: Tx, plans: readonly Plan[]): Promise<Result<Plan[], PlanRefusal>> {
  const findAdvertiser = await readAdvertiserFinder(
    tx,
    plans.flatMap(({ advertiserId }) => advertiserId ?? []),
  )
  const completed: Plan[] = []
  for (const [index, plan] of plans.entries()) {
    const { advertiserId } = plan
    const registered = advertiserId === null ? null : findAdvertiser(advertiserId)
    if (advertiserId !== null && !registered) {
      const meant = await readMeant(tx, 'advertiser', advertiserId)
      return refuse({ reason: 'plan.unknown-advertiser', index, advertiserId, meant })
    }
    completed.push({ ...plan, advertiserId: registered?.key ?? null })
  }
  return accept(completed)
}

/** The end of a plan is told for so many days after it, so an outage over midnights does not swallow it. */
const ENDED_DAYS = 7

/** Makes the caps of days that no plan run has handled or that are their plan's again, once over all nodes. */
export async function makeAllDue(deps: PlanDeps): Promise<void> {
  const today = await readToday(deps)
  const { end } = spanOf(await readSettings(deps.db), today)
  const since = addDays(today, -ENDED_DAYS)
  const isUnseen = await hasUnseenDays(deps.db, since, end)
  if (!isUnseen && (await findUndoneDays(deps.db, today)).length === 0) return
  await deps.db.transaction().execute(async (tx) => {
    await lockPlans(tx)
    const decided = await makeDays(tx, deps, await listPlansFrom(tx, since))
    await tellOfPlans(tx, deps, decided, today)
  })
}
