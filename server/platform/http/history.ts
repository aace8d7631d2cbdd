import { formatInstant, type Instant } from '#domain/kernel/instant.ts'

interface KeptChange<Standing> {
  id: string
  batchId: string
  at: Instant
  actor: string
  /** `noun.verb`. */
  action: string
  before: Standing | null
  after: Standing | null
}

/** Changes in the form of the contract's `changeOf`. `present` writes the state before and after. */
export function presentChanges<Standing, Shown>(
  changes: readonly KeptChange<Standing>[],
  present: (standing: Standing) => Shown,
) {
  return changes.map((change) => ({ ...presentChange(change, present), batchId: change.batchId }))
}

/** One change, for callers that add to it. */
export function presentChange<Standing, Shown>(
  { id, at, actor, action, before, after }: KeptChange<Standing>,
  present: (standing: Standing) => Shown,
) {
  return {
    id,
    at: formatInstant(at),
    actor,
    action,
    before: before && present(before),
    after: after && present(after),
  }
}
