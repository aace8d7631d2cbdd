import { capKeyOf, describePlace, formatCapKey, type Cap } from '#domain/caps/cap.ts'
import type { EditProblem } from '#domain/caps/edits.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { writeBatches, type Writes } from './edit-service.ts'
import { giveDaysAway, listUntouched } from './planned-store.ts'

export { lockPlans } from './planned-store.ts'
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

/** A cap that nobody changed since its plan made it. A cap with the id `by` takes its place. */
export interface Replaced {
  cap: Cap
  by: string
}

/** Which of the caps in the way of new ones stand as plans made them. */
export async function findReplaced(tx: Tx, { create }: Writes, taken: readonly EditProblem[]): Promise<Replaced[]> {
  const ids = new Map(create.map(({ id, fields }) => [formatCapKey(capKeyOf(fields)), id]))
  const replaced = taken.flatMap(({ refusal }): Replaced[] => {
    const cap = refusal.reason === 'cap.exists' ? refusal.current : null
    const by = cap && ids.get(formatCapKey(capKeyOf(cap)))
    return cap && by ? [{ cap, by }] : []
  })
  if (replaced.length === 0) return []
  const untouched = await listUntouched(
    tx,
    replaced.map(({ cap }) => cap._id),
  )
  return replaced.filter(({ cap }) => untouched.has(cap._id))
}

/** Removes them in their plans' names. Their days are people's from then on. */
export async function removeReplaced(tx: Tx, deps: { clock: Clock }, replaced: readonly Replaced[]): Promise<void> {
  if (replaced.length === 0) return
  await giveDaysAway(
    tx,
    replaced.map(({ cap, by }) => ({ id: cap._id, by })),
  )
  const plans = replaced.map(({ cap }) => ({
    name: `Plan ${describePlace(cap)}`,
    writes: { create: [], update: [], remove: [cap] },
  }))
  await writeOfPlans(tx, deps, plans)
}
