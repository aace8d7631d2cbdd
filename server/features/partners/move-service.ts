import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { recordBatch, type Actor } from '#server/features/history/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { changeOf, TOPICS } from './service.ts'
import { deleteGroup, insertGroups, listPartnersOfGroup, lockPartner } from './store.ts'

/** Links the new id of a group wherever the old one is linked, with its history. */
export async function moveGroup(tx: Tx, clock: Clock, actor: Actor, chat: { from: string; to: string }): Promise<void> {
  for (const kind of ['advertiser', 'publisher'] as const) await moveGroupOf(tx, clock, actor, kind, chat)
}

async function moveGroupOf(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  kind: PartnerKind,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const linked = await listPartnersOfGroup(tx, kind, from)
  const changes = []
  // In a fixed order, so that two callers do not deadlock.
  for (const { _id: id } of linked.toSorted((a, b) => compareCodePoints(a._id, b._id))) {
    const before = await lockPartner(tx, kind, id)
    if (!before?.groupIds.includes(from)) continue
    await insertGroups(tx, kind, id, [to])
    await deleteGroup(tx, kind, id, from)
    changes.push(changeOf(before, await lockPartner(tx, kind, id)))
  }
  if (changes.length === 0) return
  await recordBatch(tx, clock, { actor, changes })
  await announce(tx, { topic: TOPICS[kind], days: null })
}
