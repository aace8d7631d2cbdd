import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Plan } from '#domain/plans/plan.ts'
import type { Member } from '#domain/team/member.ts'
import { lockPlans } from '#server/features/caps/planned-service.ts'
import { readLastBatch, type BatchRefusal } from '#server/features/history/service.ts'
import { transact } from '#platform/db/database.ts'
import { movePlanDays } from './day-store.ts'
import { makeDays, type PlanDeps } from './make-service.ts'
import { KEPT_PLAN, recordPlans, type PlanChange } from './record-service.ts'
import { dropPlan, refusePlans, type PlanRefusal } from './service.ts'
import { upsertPlan } from './store.ts'

export type PlanUndoRefusal = BatchRefusal | PlanRefusal

/**
 * Undoes a commit of plans if every plan is still as the commit left it. Caps follow as after any change, so a person's
 * later changes stay theirs. An undo can be undone too.
 */
export async function undoPlans(
  deps: PlanDeps,
  actor: Member,
  batchId: string,
): Promise<Result<{ batchId: string }, PlanUndoRefusal>> {
  return transact(deps.db, async (tx) => {
    await lockPlans(tx)
    const batch = await readLastBatch(tx, KEPT_PLAN, batchId)
    if (!batch.ok) return batch
    const changes = batch.value.map(takeBack)
    const back = changes.flatMap(({ after }) => after ?? [])
    const gone = changes.flatMap(({ before, after }) => (before && !after ? [before] : []))
    const refused = await refusePlans(tx, back, gone)
    if (refused) return refuse(refused)
    await returnDays(tx, batch.value, changes)
    for (const plan of back) await upsertPlan(tx, plan)
    for (const plan of gone) await dropPlan(tx, deps, plan)
    await makeDays(tx, deps, back)
    return accept({ batchId: await recordPlans(tx, deps, actor, changes, batchId) })
  })
}

function takeBack({ before, after }: PlanChange): PlanChange {
  const version = Math.max(before?.version ?? 0, after?.version ?? 0) + 1
  return { before: after, after: before && { ...before, version } }
}

/** A plan that was ended for another one to go on gets the days back that the other one took over; and so the other way. */
async function returnDays(
  tx: Parameters<typeof movePlanDays>[0],
  done: readonly PlanChange[],
  undone: readonly PlanChange[],
): Promise<void> {
  const split = pairOf(done)
  if (split) await movePlanDays(tx, { from: split.begun._id, to: split.ended._id, since: split.begun.firstDay })
  const again = pairOf(undone)
  if (again) await movePlanDays(tx, { from: again.ended._id, to: again.begun._id, since: again.begun.firstDay })
}

/** The plan that a commit ended, and the one that it began instead. */
function pairOf(changes: readonly PlanChange[]): { ended: Plan; begun: Plan } | null {
  const ended = changes.find(({ before, after }) => before && after)?.after
  const begun = changes.find(({ before }) => before === null)?.after
  return ended && begun ? { ended, begun } : null
}
