import type { Cap, CapKey, CapKind } from '#domain/caps/cap.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { writeBatches, type Writes } from './edit-service.ts'
import { listCapsByKeys, lockKind } from './store.ts'

/** The caps that stand on these keys. */
export async function readCapsByKeys(db: Database, keys: readonly CapKey[]): Promise<Cap[]> {
  return listCapsByKeys(db, keys)
}

/** Locks the caps of a kind until the transaction ends. */
export async function holdCaps(tx: Tx, kind: CapKind): Promise<void> {
  await lockKind(tx, kind)
}

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
