import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { fileQueue, makeFile } from './sending-service.ts'
import type { AnalyticsDeps } from './service.ts'

/** Makes files that are due or requested now. */
export async function startFileJobs(deps: AnalyticsDeps & { log: Log; jobs: Pick<Jobs, 'work'> }): Promise<void> {
  await deps.jobs.work(fileQueue, async (job) => {
    await makeFile(deps, job)
    return 'done'
  })
}
