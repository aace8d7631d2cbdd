import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { runElected, type Terms } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import type { Log } from '#platform/log.ts'
import { createWake } from '#platform/wake.ts'
import { makeAllDue } from './due-service.ts'
import type { PlanDeps } from './make-service.ts'

export interface PlanJobDeps extends PlanDeps {
  log: Log
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
}

/** A clock may be set while it is waited for. */
const LOOK_AGAIN_MS = 15 * SECOND

/** Makes the caps of plans as days come near, on one of all nodes. */
export function startPlans(deps: PlanJobDeps): { stop(): Promise<void> } {
  const wake = createWake(deps.clock)
  const end = deps.listener.on('settings', () => wake.ring())
  const election = runElected({
    url: deps.directUrl,
    name: 'plans',
    log: deps.log,
    terms: deps.terms,
    async work(signal) {
      while (!signal.aborted) {
        await makeAllDue(deps)
        await wake.wait(Math.min(MINUTE - (deps.clock.now() % MINUTE), LOOK_AGAIN_MS), signal)
      }
    },
  })
  return {
    async stop() {
      end()
      await election.stop()
    },
  }
}
