import { capKeyOf, formatCapKey, type Cap, type CapKind, describePlace } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { daysOf } from '#domain/kernel/day-range.ts'
import { indexDaysOff } from '#domain/plans/days-off.ts'
import { decideDay, type DayAct, type PlanDay } from '#domain/plans/decide.ts'
import { capOf, type Plan } from '#domain/plans/plan.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { holdCaps, readCapsByKeys, writeOfPlans, type PlanWrites } from '#server/features/caps/planned-service.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import { readAdvertiserFinder } from '#server/features/partners/service.ts'
import { readSettings, readToday } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import { subjectOf } from '#server/features/caps/edit-service.ts'
import { findWithdrawn } from '#server/features/history/service.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import {
  deletePlanDays,
  insertPlanDays,
  listCaplessDays,
  listPlanDays,
  updatePlanDays,
  type CaplessDay,
} from './day-store.ts'
import { listDaysOff } from './day-off-store.ts'
import { saveMadeUntil } from './store.ts'

export interface PlanDeps {
  db: Database
  clock: Clock
}

/** The decided days of a plan, without those that it does not affect. */
export interface DecidedPlan {
  plan: Plan
  acts: (DayAct & { made: PlanDay | undefined })[]
  /** Its advertiser is not registered any more: nothing is made. */
  isGone: boolean
}

/** From today up to so many days ahead. */
export function spanOf(settings: Settings, today: Day): { start: Day; end: Day } {
  return { start: today, end: addDays(today, settings.planDaysAhead) }
}

/**
 * Makes the caps of plans from today on, each plan in its own commit under its name. Caps that a person changed or
 * deleted stay theirs, and existing caps stay.
 */
export async function makeDays(tx: Tx, deps: Pick<PlanDeps, 'clock'>, plans: readonly Plan[]): Promise<DecidedPlan[]> {
  const today = await readToday({ db: tx, clock: deps.clock })
  const span = spanOf(await readSettings(tx), today)
  const decided: DecidedPlan[] = []
  for (const kind of ['affiliate', 'broker'] as const) {
    const own = plans.filter((plan) => plan.kind === kind)
    if (own.length === 0) continue
    await holdCaps(tx, kind)
    const found = await decidePlans(tx, kind, own, span)
    await writeDecided(tx, deps, found)
    decided.push(...found)
  }
  await saveMadeUntil(
    tx,
    plans.map(({ _id }) => _id),
    span.end,
  )
  return decided
}

/** Days from one on whose cap a person made for a plan, if that was undone. One that the person deleted is theirs. */
export async function findUndoneDays(db: Database, from: Day): Promise<CaplessDay[]> {
  const undone: CaplessDay[] = []
  for (const [kind, rows] of Map.groupBy(await listCaplessDays(db, from), (row) => row.kind)) {
    const ids = rows.map(({ capId }) => capId)
    const takenBack = await findWithdrawn(db, subjectOf(kind), ids)
    undone.push(...rows.filter(({ capId }) => takenBack.has(capId)))
  }
  return undone
}

/** The decisions for plans of a kind. With a lock of the kind they are final. */
export async function decidePlans(
  tx: Tx,
  kind: CapKind,
  plans: readonly Plan[],
  span: { start: Day; end: Day },
): Promise<DecidedPlan[]> {
  const ids = new Set(plans.map(({ _id }) => _id))
  const undone = (await findUndoneDays(tx, span.start)).filter(({ planId }) => ids.has(planId))
  await deletePlanDays(tx, undone)
  const findDayOff = indexDaysOff(await listDaysOff(tx))
  const advertisers = [...new Set(plans.flatMap(({ advertiserId }) => advertiserId ?? []))]
  const findAdvertiser = await readAdvertiserFinder(tx, advertisers)
  const rows = await listPlanDays(tx, [...ids], span.start)
  const daysOfPlan = findDaysOf(rows, span)
  const made = new Map(rows.map((row) => [`${row.planId} ${row.day}`, row]))
  const ownCaps = await readCapsByIds(
    tx,
    rows.flatMap(({ capId }) => capId ?? []),
  )
  const keyOn = (plan: Plan, day: Day) => capKeyOf(capOf(plan, day, 0, null))
  const standing = await readCapsByKeys(
    tx,
    plans.flatMap((plan) => daysOfPlan(plan).map((day) => keyOn(plan, day))),
  )
  const byKey = new Map(standing.map((cap) => [formatCapKey(capKeyOf(cap)), cap]))
  const nameOf = (advertiserId: string) => findAdvertiser(advertiserId)?.name ?? null
  return plans.map((plan) => {
    const isGone = kind === 'broker' && !findAdvertiser(plan.advertiserId ?? '')
    const acts = daysOfPlan(plan).flatMap((day) => {
      const row = made.get(`${plan._id} ${day}`)
      const own = row?.capId ? ownCaps.get(row.capId) : undefined
      const there = byKey.get(formatCapKey(keyOn(plan, day)))
      const act = decideDay(plan, day, { made: row, own, there }, { findDayOff, nameOf })
      return act && !(isGone && act.act === 'make') ? [{ ...act, made: row }] : []
    })
    return { plan, acts, isGone }
  })
}

/**
 * The days of a span, and the later ones that have the plan's cap: made when plans made caps further ahead, it follows
 * its plan too.
 */
function findDaysOf(rows: readonly PlanDay[], span: { start: Day; end: Day }): (plan: Plan) => Day[] {
  const days = daysOf(span)
  const later = Map.groupBy(
    rows.filter(({ day, capVersion }) => day > span.end && capVersion !== null),
    ({ planId }) => planId,
  )
  return ({ _id }) => [...days, ...(later.get(_id) ?? []).map(({ day }) => day).toSorted()]
}

async function writeDecided(tx: Tx, deps: Pick<PlanDeps, 'clock'>, decided: readonly DecidedPlan[]): Promise<void> {
  const fresh = decided.flatMap(({ plan, acts }) =>
    acts.flatMap((act): PlanDay[] => {
      if (act.made || (act.act !== 'make' && act.act !== 'stands')) return []
      const isMade = act.act === 'make'
      return [{ planId: plan._id, day: act.day, capId: isMade ? newId() : null, capVersion: isMade ? 1 : null }]
    }),
  )
  // The first to take a day makes it, whatever was read before.
  const taken = await insertPlanDays(tx, fresh)
  const ids = new Map(fresh.map((row) => [`${row.planId} ${row.day}`, row.capId]))
  const changed: PlanDay[] = []
  const removed: { planId: string; day: Day }[] = []
  const writes = decided.flatMap(({ plan, acts }): PlanWrites[] => {
    const create: PlanWrites['writes']['create'][number][] = []
    const update: PlanWrites['writes']['update'][number][] = []
    const remove: Cap[] = []
    for (const act of acts) {
      const key = `${plan._id} ${act.day}`
      if (act.act === 'make' && taken.has(key)) {
        create.push({ path: '', id: ids.get(key) ?? newId(), version: 1, fields: act.fields })
      }
      if (act.act === 'change') {
        update.push({ path: '', before: act.cap, fields: act.fields })
        changed.push({ planId: plan._id, day: act.day, capId: act.cap._id, capVersion: act.cap.version + 1 })
      }
      if (act.act === 'remove') {
        remove.push(act.cap)
        removed.push({ planId: plan._id, day: act.day })
      }
    }
    const isEmpty = create.length + update.length + remove.length === 0
    return isEmpty ? [] : [{ name: `Plan ${describePlace(plan)}`, writes: { create, update, remove } }]
  })
  await updatePlanDays(tx, changed)
  await deletePlanDays(tx, removed)
  await writeOfPlans(tx, deps, writes)
}
