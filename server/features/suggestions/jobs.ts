import { SECOND } from '#domain/kernel/instant.ts'
import { runElected, type Terms } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import { createWake } from '#platform/wake.ts'
import { keepToldBands } from './band-service.ts'
import { followUpNow } from './follow-service.ts'
import { sweepAllDue, type SweepDeps } from './sweep-service.ts'

export interface SuggestionJobDeps extends SweepDeps {
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
}

/** A clock may be set while it is waited for, and a notification be lost. */
const LOOK_AGAIN_MS = 15 * SECOND

/** Sweeps by interval and on request, and keeps what is foretold at fixed hours, on one of all nodes. */
export function startSuggestions(deps: SuggestionJobDeps): { stop(): Promise<void> } {
  const wake = createWake(deps.clock)
  const end = deps.listener.on('settings', () => wake.ring())
  const election = runElected({
    url: deps.directUrl,
    name: 'suggestions',
    log: deps.log,
    terms: deps.terms,
    async work(signal) {
      while (!signal.aborted) {
        await followUpNow(deps)
        await keepToldBands(deps)
        const next = await sweepAllDue(deps, signal)
        const wait = next === null ? LOOK_AGAIN_MS : Math.max(0, next - deps.clock.now())
        await wake.wait(Math.min(wait, LOOK_AGAIN_MS), signal)
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
