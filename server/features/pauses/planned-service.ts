import type { Pause } from '#domain/pauses/pause.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import type { PauseWish } from '#domain/pauses/edits.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Member } from '#domain/team/member.ts'
import { readZone } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import {
  pauseScopesIn,
  refuseScopesIn,
  resumeScopeIn,
  type PauseCommit,
  type PauseEditRefusal,
} from './edit-service.ts'

/** Finds the first act that cannot be done, before anything is written; `act` is its position. Null if all can. */
export async function refuseActs(
  tx: Tx,
  { clock }: { clock: Clock },
  actor: Member,
  acts: readonly PlannedAct[],
): Promise<(PauseEditRefusal & { act: number }) | null> {
  const zone = await readZone(tx)
  for (const [act, planned] of acts.entries()) {
    if (planned.act === 'resume') continue
    const refused = await refuseScopesIn(tx, actor, wishOf(planned, [planned], zone, clock.now()), clock.now())
    if (refused) return { ...refused, act }
  }
  return null
}

/** Does acts that nothing refuses, as a part of the commit `batchId`. Returns the wider pauses that still hold. */
export async function doActsIn(
  tx: Tx,
  deps: { clock: Clock },
  actor: Member,
  acts: readonly PlannedAct[],
  batchId: string,
): Promise<Pause[]> {
  const zone = await readZone(tx)
  const now = deps.clock.now()
  const pauses = Map.groupBy(
    acts.filter(({ act }) => act === 'pause'),
    ({ from, until, note }) => JSON.stringify([from, until, note]),
  )
  for (const [first, ...others] of pauses.values()) {
    if (!first) continue
    expectDone(await pauseScopesIn(tx, deps, actor, wishOf(first, [first, ...others], zone, now), 'message', batchId))
  }
  const left: Pause[] = []
  for (const planned of acts) {
    if (planned.act !== 'resume') continue
    const from = zone.startOf(planned.from)
    const resumed = await resumeScopeIn(tx, deps, actor, planned, batchId, from > now ? from : undefined)
    left.push(...expectDone(resumed).left)
  }
  return [...new Map(left.map((pause) => [pause._id, pause])).values()]
}

function wishOf({ from, until, note }: PlannedAct, scopes: readonly PlannedAct[], zone: Zone, now: Instant): PauseWish {
  const start = zone.startOf(from)
  return {
    scopes: scopes.map(({ geo, advertiserId, sourceNumber }) => ({ geo, advertiserId, sourceNumber })),
    from: start <= now ? null : start,
    until: until === null ? null : zone.startOf(until),
    reason: 'other',
    note,
  }
}

function expectDone<Done extends PauseCommit>(
  result: { ok: true; value: Done } | ({ ok: false } & PauseEditRefusal),
): Done {
  if (!result.ok) throw new Error(`a pause was refused that had been found free: ${result.reason}`)
  return result.value
}
