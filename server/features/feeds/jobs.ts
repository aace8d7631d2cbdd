import { z } from 'zod'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { backfillQueue, runBackfills, sendOpenBackfills } from './backfill-service.ts'
import { startDueSync, syncQueue } from './service.ts'
import { syncLeads, type SyncDeps } from './sync-service.ts'

export type FeedJobDeps = SyncDeps & { jobs: Jobs }

const tickQueue = defineQueue({ name: 'leads.tick', payload: z.object({}), exclusive: true, longestSeconds: 60 })

/** Runs lead syncs on this node, and starts one when the interval has passed. */
export async function startFeedJobs(deps: FeedJobDeps): Promise<void> {
  await deps.jobs.work(syncQueue, async (payload, signal) => {
    const outcome = await syncLeads(deps, { ...payload, signal })
    // The queue gives out one job at a time, so the holder of the lock is a node that fell silent with this very job.
    return outcome.reason === 'interrupted' || outcome.reason === 'already_running' ? 'hand back' : 'done'
  })
  await deps.jobs.work(tickQueue, async () => {
    await startDueSync(deps)
    await sendOpenBackfills(deps)
    return 'done'
  })
  await deps.jobs.work(backfillQueue, async (_payload, signal) => {
    await runBackfills(deps, signal)
    return signal.aborted ? 'hand back' : 'done'
  })
  // Every minute; which of them start a sync is the setting's matter.
  await deps.jobs.schedule(tickQueue, '* * * * *', {})
  // Also now, so that nobody waits a minute after a start.
  await deps.jobs.send(tickQueue, {})
}
