import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { subjectOf } from '#server/features/caps/edit-service.ts'
import { readCapsByIds } from '#server/features/caps/standing-service.ts'
import { findUndos, readChanges } from '#server/features/history/service.ts'
import type { Tx } from '#platform/db/database.ts'
import { deletePlanDays, listPlanDays } from './day-store.ts'

/**
 * Gives days back to their plans whose cap a person made for a plan, if that was undone. One that the person deleted is
 * theirs.
 */
export async function freeUndoneDays(tx: Tx, kind: CapKind, plans: readonly Plan[], from: Day): Promise<void> {
  const rows = await listPlanDays(
    tx,
    plans.map(({ _id }) => _id),
    from,
  )
  const caps = rows.flatMap(({ planId, day, capId, capVersion }) =>
    capId === null || capVersion !== null ? [] : [{ planId, day, capId }],
  )
  const standing = await readCapsByIds(
    tx,
    caps.map(({ capId }) => capId),
  )
  for (const row of caps.filter(({ capId }) => !standing.has(capId))) {
    const made = (await readChanges(tx, subjectOf(kind), { subjectId: row.capId })).at(-1)
    if (made && (await findUndos(tx, subjectOf(kind), [made.batchId])).size > 0) await deletePlanDays(tx, [row])
  }
}
