import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { writeBatches, type Writes } from './edit-service.ts'

export { listCapsByKeys as readCapsByKeys, lockKind as holdCaps } from './store.ts'

/** The writes of a plan: a commit under its name. */
export interface PlanWrites {
  name: string
  writes: Writes
}

/** Writes the caps of plans. The caller holds the lock, and the keys are free. */
export async function writeOfPlans(tx: Tx, deps: { clock: Clock }, plans: readonly PlanWrites[]): Promise<void> {
  if (plans.length === 0) return
  const batches = plans.map(({ name, writes }) => ({ actor: { memberId: null, name }, action: 'plan', writes }))
  await writeBatches(deps, tx, batches)
}
