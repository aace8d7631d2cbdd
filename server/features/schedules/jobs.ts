import { MINUTE } from '#domain/kernel/instant.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { runRounds, type RoundDeps } from '#platform/jobs/rounds.ts'
import { briefQueue, tellBrief, type BriefDeps } from './brief-service.ts'
import { tellAllDue, WAKING_CHANNELS, type ScheduleDeps } from './service.ts'

export type ScheduleJobDeps = ScheduleDeps & RoundDeps

/** Sends what is due, on one node at a time. Everything is due at a whole minute. */
export function startSchedules(deps: ScheduleJobDeps): { stop(): Promise<void> } {
  return runRounds(deps, { name: 'schedules', channels: WAKING_CHANNELS }, async () => {
    await tellAllDue(deps)
    return MINUTE - (deps.clock.now() % MINUTE)
  })
}

/** Writes briefs that are due or requested. */
export async function startBriefs(deps: BriefDeps & { jobs: Pick<Jobs, 'work'> }): Promise<void> {
  await deps.jobs.work(briefQueue, async (job) => {
    await tellBrief(deps, job)
    return 'done'
  })
}
