import { addDays } from '#domain/kernel/day.ts'
import { readSettings, readToday } from '#server/features/settings/service.ts'
import { makeDays, spanOf, type PlanDeps } from './make-service.ts'
import { tellOfPlans } from './notice-service.ts'
import { hasUnseenDays, listPlansFrom, lockPlans } from './store.ts'

/** Makes what plans have to make of the days that nobody looked at yet, once over all nodes and whoever asks how often. */
export async function makeAllDue(deps: PlanDeps): Promise<void> {
  const today = await readToday(deps)
  const { end } = spanOf(await readSettings(deps.db), today)
  if (!(await hasUnseenDays(deps.db, addDays(today, -1), end))) return
  await deps.db.transaction().execute(async (tx) => {
    await lockPlans(tx)
    // With those that ended yesterday, which is told.
    const decided = await makeDays(tx, deps, await listPlansFrom(tx, addDays(today, -1)))
    await tellOfPlans(tx, deps, decided, today)
  })
}
