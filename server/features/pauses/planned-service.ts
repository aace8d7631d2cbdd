import { covers, endOf, isRunningAt, type Pause } from '#domain/pauses/pause.ts'
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
  resumePausesIn,
  resumeScopeIn,
  type PauseCommit,
  type PauseEditRefusal,
} from './edit-service.ts'
import { readStandingPauses } from './service.ts'

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
    if (from > now) await endAt(tx, deps, actor, planned, from, batchId)
    else {
      const resumed = await resumeScopeIn(tx, deps, actor, planned, batchId)
      left.push(...expectDone(resumed).left)
    }
  }
  return [...new Map(left.map((pause) => [pause._id, pause])).values()]
}

/** Ends every pause within a scope at a future moment. A pause that begins no earlier is removed. */
async function endAt(
  tx: Tx,
  deps: { clock: Clock },
  actor: Member,
  planned: PlannedAct,
  at: Instant,
  batchId: string,
): Promise<void> {
  const now = deps.clock.now()
  for (const pause of await readStandingPauses(tx, now)) {
    const end = endOf(pause)
    if (!covers(planned, pause) || (end !== null && end <= at)) continue
    if (pause.from >= at) expectDone(await resumePausesIn(tx, deps, actor, [pause._id], batchId))
    else if (isRunningAt(pause, now)) {
      const { geo, advertiserId, sourceNumber, reason, note, way } = pause
      const wish = { scopes: [{ geo, advertiserId, sourceNumber }], from: null, until: at, reason, note }
      expectDone(await pauseScopesIn(tx, deps, actor, wish, way, batchId))
    }
  }
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
