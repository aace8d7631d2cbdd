import { runElected } from '#platform/db/election.ts'
import { serveFirstWork, type FirstWork, type WorkDeps } from './work-service.ts'

export interface WorkJobDeps extends WorkDeps {
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
}

/** Does the first work of the demo world, on one of all nodes. */
export function startFirstWork(deps: WorkJobDeps, work: FirstWork): { stop(): Promise<void> } {
  return runElected({
    url: deps.directUrl,
    name: 'demo',
    log: deps.log,
    work: (signal) => serveFirstWork(deps, work, signal),
  })
}
