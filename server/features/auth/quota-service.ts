import { addMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Quota } from './policy.ts'
import { countUse, findHinderingUse } from './quota-store.ts'

export { deleteUses as freeQuota } from './quota-store.ts'

/** A limit that is reached: whose, and when there is room again. */
export interface UsedUp {
  reason: 'codes.too-many'
  of: Quota['of']
  until: Instant
}

/** Counts a use under each key in turn. The first limit that is used up refuses it, and later keys are not counted. */
export async function takeQuotas(tx: Tx, quotas: readonly Quota[], now: Instant): Promise<Result<void, UsedUp>> {
  for (const { key, of, limit, milliseconds } of quotas) {
    const use = { key, limit, now, since: addMilliseconds(now, -milliseconds) }
    if (await countUse(tx, use)) continue
    const until = addMilliseconds(await findHinderingUse(tx, use), milliseconds)
    return refuse({ reason: 'codes.too-many', of, until })
  }
  return accept(undefined)
}
