import { texts } from '#contract/texts.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { computeReport, type ComputeDeps } from './compute-service.ts'
import { computeQueue } from './queue-service.ts'
import { endReport } from './service.ts'

/** Computes payout reports on this node, one at a time. */
export async function startPayoutJobs(deps: ComputeDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(computeQueue, async ({ reportId }, signal) => {
    const end = await computeReport(deps, reportId, signal)
    if (end === 'failed') await endReport(deps, reportId, texts.payouts.failed)
    return end === 'stopped' ? 'hand back' : 'done'
  })
}
