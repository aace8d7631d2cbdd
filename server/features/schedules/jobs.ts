import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import { runElected, type Terms } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import { createWake } from '#platform/wake.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { briefQueue, tellBrief, type BriefDeps } from './brief-service.ts'
import { tellAllDue, WAKING_CHANNELS, type ScheduleDeps } from './service.ts'

export interface ScheduleJobDeps extends ScheduleDeps {
  /** A direct connection to PostgreSQL, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
}

/** Everything is due at a whole minute, and the clock may be set while waiting. */
const LOOK_AGAIN_MS = 15 * SECOND

/** Sends what is due, on one node at a time. */
export function startSchedules(deps: ScheduleJobDeps): { stop(): Promise<void> } {
  const wake = createWake(deps.clock)
  const ends = WAKING_CHANNELS.map((channel) => deps.listener.on(channel, () => wake.ring()))
  const election = runElected({
    url: deps.directUrl,
    name: 'schedules',
    log: deps.log,
    terms: deps.terms,
    async work(signal) {
      while (!signal.aborted) {
        await tellAllDue(deps)
        await wake.wait(Math.min(MINUTE - (deps.clock.now() % MINUTE), LOOK_AGAIN_MS), signal)
      }
    },
  })
  return {
    async stop() {
      for (const end of ends) end()
      await election.stop()
    },
  }
}

/** Writes briefs that are due or requested. */
export async function startBriefs(deps: BriefDeps & { jobs: Pick<Jobs, 'work'> }): Promise<void> {
  await deps.jobs.work(briefQueue, async (job) => {
    await tellBrief(deps, job)
    return 'done'
  })
}
