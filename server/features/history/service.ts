import type { Day } from '#domain/kernel/day.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { insertChanges } from './store.ts'

/** Who did something: a member, or the system in its own name. */
export interface Actor {
  memberId: string | null
  name: string
}

export interface Change {
  /** `noun.verb`, such as `cap.created`. */
  action: string
  subject: string
  subjectId: string
  /** The local day that the change is about. */
  day: Day | null
  before: object | null
  after: object | null
}

/** Adds to the append-only history, in the transaction that makes the change. */
export async function recordChanges(tx: Tx, clock: Clock, actor: Actor, changes: readonly Change[]): Promise<void> {
  const at = clock.now()
  const rows = changes.map((change) => ({ ...change, id: newId(), at, actorId: actor.memberId, actor: actor.name }))
  await insertChanges(tx, rows)
}
