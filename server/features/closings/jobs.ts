import { closingTexts } from '#contract/texts/closings.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/log.ts'
import { carryOver } from './carry-service.ts'
import { carryQueue } from './service.ts'

const nameCarried = { carryOver: closingTexts.carriedOver, overpaid: closingTexts.overpaid }

/** Brings differences of closed weeks into the ones after them, on this node, one at a time. */
export async function startClosingJobs(deps: { db: Database; clock: Clock; log: Log; jobs: Jobs }): Promise<void> {
  await deps.jobs.work(carryQueue, async ({ closingId }, signal) =>
    (await carryOver({ ...deps, nameCarried }, closingId, signal)) ? 'done' : 'hand back',
  )
}
