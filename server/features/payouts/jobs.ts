import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { computeReport, type ComputeDeps } from './compute-service.ts'
import { computeQueue } from './queue-service.ts'

/** Computes payout reports on this node, one at a time. */
export async function startPayoutJobs(deps: ComputeDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(computeQueue, async ({ reportId }, signal) => {
    const end = await computeReport(deps, { reportId, failure: payoutTexts.failed }, signal)
    return end === 'stopped' ? 'hand back' : 'done'
  })
}
