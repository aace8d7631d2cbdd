import { MINUTE } from '#domain/kernel/instant.ts'
import { runRounds, type RoundDeps } from '#platform/jobs/rounds.ts'
import type { PlanDeps } from './make-service.ts'
import { makeAllDue } from './service.ts'

export type PlanJobDeps = PlanDeps & RoundDeps

/** Makes the caps of plans as days come near, on one of all nodes. */
export function startPlans(deps: PlanJobDeps): { stop(): Promise<void> } {
  return runRounds(deps, { name: 'plans', channels: ['settings'] }, async () => {
    await makeAllDue(deps)
    return MINUTE - (deps.clock.now() % MINUTE)
  })
}
