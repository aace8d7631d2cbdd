import { addDays } from '#domain/kernel/day.ts'
import { readSettings, readToday } from '#server/features/settings/service.ts'
import { makeDays, spanOf, type PlanDeps } from './make-service.ts'
import { tellOfPlans } from './notice-service.ts'
import { hasUnseenDays, listPlansFrom, lockPlans } from './store.ts'

/** Makes the caps of days that no plan run has handled, once over all nodes. */
export async function makeAllDue(deps: PlanDeps): Promise<void> {
  const today = await readToday(deps)
  const { end } = spanOf(await readSettings(deps.db), today)
  if (!(await hasUnseenDays(deps.db, addDays(today, -1), end))) return
  await deps.db.transaction().execute(async (tx) => {
    await lockPlans(tx)
    // With plans that ended yesterday, whose end is told.
    const decided = await makeDays(tx, deps, await listPlansFrom(tx, addDays(today, -1)))
    await tellOfPlans(tx, deps, decided, today)
  })
}
