import type { CapKind } from '#domain/caps/cap.ts'
import { capKeyOf } from '#domain/caps/cap.ts'
import type { CapEdits } from '#domain/caps/edits.ts'
import type { Day } from '#domain/kernel/day.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { capOf, isWithin, type Plan } from '#domain/plans/plan.ts'
import type { Member } from '#domain/team/member.ts'
import { commitEditsIn, type CommitRefusal } from '#server/features/caps/edit-service.ts'
import { holdCaps, lockPlans, readCapsByKeys } from '#server/features/caps/planned-service.ts'
import { draftOf } from '#server/features/caps/standing-service.ts'
import { readToday } from '#server/features/settings/service.ts'
import { transact, type Database } from '#platform/db/database.ts'
import { deletePlanDays, listDaysOf, saveDayOfPerson } from './day-store.ts'
import { findUndoneDays, type PlanDeps } from './make-service.ts'
import { listPlansByIds } from './store.ts'

export type PlanDayRefusal =
  | CommitRefusal
  | { reason: 'plan.not-found' }
  | { reason: 'plan.past'; today: Day }
  /** Another plan may have the day: one that was changed from a day on goes on as another. */
  | { reason: 'plan.outside'; plan: Plan }

/** Sets the number of one day of a plan in a person's name. The day is theirs from then on. Null means no cap. */
export async function setPlanDay(
  deps: PlanDeps,
  actor: Member,
  { id, day, number }: { id: string; day: Day; number: number | null },
): Promise<Result<{ batchId: string | null }, PlanDayRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const plan = (await listPlansByIds(tx, [id])).get(id)
    if (!plan) return refuse({ reason: 'plan.not-found' })
    const today = await readToday({ db: tx, clock: deps.clock })
    if (day < today) return refuse({ reason: 'plan.past', today })
    if (!isWithin(plan, day)) return refuse({ reason: 'plan.outside', plan })
    await holdCaps(tx, plan.kind)
    const fields = capOf(plan, day, number ?? 0, null)
    const [standing] = await readCapsByKeys(tx, [capKeyOf(fields)])
    // Only this day: others are freed where their caps are made.
    await deletePlanDays(
      tx,
      (await findUndoneDays(tx, day)).filter((row) => row.planId === id && row.day === day),
    )
    // Also if the number equals the plan's.
    const take = (capId: string | null) => saveDayOfPerson(tx, { planId: id, day, capId })
    const edits = NOTHING()
    if (!standing && number !== null) edits.create.push({ ...fields, createdBy: null })
    if (standing && number === null) edits.remove.push({ id: standing._id, version: standing.version })
    if (standing && number !== null && standing.cap !== number) {
      edits.update.push({ id: standing._id, version: standing.version, draft: { ...draftOf(standing), cap: number } })
    }
    if (edits.create.length + edits.update.length + edits.remove.length === 0) {
      await take(null)
      return accept({ batchId: null })
    }
    const byKind: Partial<Record<CapKind, CapEdits>> = { [plan.kind]: edits }
    const committed = await commitEditsIn(tx, deps, actor, byKind, 'edit')
    if (!committed.ok) return committed
    const [commit] = committed.value
    await take((!standing && commit?.caps[0]?._id) || null)
    return accept({ batchId: commit?.batchId ?? null })
  })
}

/** A cap made by a plan. If its version differs from `capVersion`, somebody changed it later. */
export interface PlannedCap {
  capId: string
  capVersion: number
  plan: Plan
}

/** The caps of a day that plans made which still stand. */
export async function readDayPlans(db: Database, day: Day): Promise<PlannedCap[]> {
  const made = await listDaysOf(db, day)
  const plans = await listPlansByIds(
    db,
    made.map(({ planId }) => planId),
  )
  return made.flatMap(({ planId, capId, capVersion }) => {
    const plan = plans.get(planId)
    return plan && capId !== null && capVersion !== null ? [{ capId, capVersion, plan }] : []
  })
}

const NOTHING = () => ({
  create: [] as CapEdits['create'][number][],
  update: [] as CapEdits['update'][number][],
  remove: [] as CapEdits['remove'][number][],
})
