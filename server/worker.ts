import { startAuthJobs } from './features/auth/jobs.ts'
import { startFeedJobs } from './features/feeds/jobs.ts'
import { startHousekeeping } from './platform/http/housekeeping.ts'
import type { Shared } from './shared.ts'

/** The role `worker`: what happens by itself, on every node that has the role. */
export async function startWorker(shared: Shared): Promise<void> {
  const authJobs = startAuthJobs(shared)
  shared.parts.defer(() => authJobs.stop())
  const housekeeping = startHousekeeping(shared)
  shared.parts.defer(() => housekeeping.stop())
  await startFeedJobs(shared)
}
