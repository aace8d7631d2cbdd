import type { Instant } from '#domain/kernel/instant.ts'
import { startFileJobs } from './features/analytics/jobs.ts'
import type { Summary } from './features/analytics/service.ts'
import { startAuthJobs } from './features/auth/jobs.ts'
import { startProposals } from './features/cap-plans/jobs.ts'
import { startFeedJobs } from './features/feeds/jobs.ts'
import { startClosingJobs } from './features/closings/jobs.ts'
import { startPayoutJobs } from './features/payouts/jobs.ts'
import { forgetReportEmails } from './features/payouts/retention-service.ts'
import { startPlans } from './features/plans/jobs.ts'
import { startBriefs, startSchedules } from './features/schedules/jobs.ts'
import { createForecastCaches } from './features/suggestions/forecast-service.ts'
import { startSuggestions } from './features/suggestions/jobs.ts'
import { createWriter } from './features/suggestions/wording-service.ts'
import { startWebhooks } from './features/webhooks/jobs.ts'
import { countFeedRows } from './condition.ts'
import { createAnswerCache } from './platform/answer-cache.ts'
import { startHousekeeping } from './platform/jobs/housekeeping.ts'
import { inArea } from './platform/log.ts'
import type { Shared } from './shared.ts'
import { startUploadJobs } from './features/uploads/jobs.ts'
import { startEmailJobs, startZoneJobs } from './features/leads/jobs.ts'

/** The role `worker`: what happens by itself, on every node that has the role. */
export async function startWorker(shared: Shared): Promise<void> {
  const authJobs = startAuthJobs(inArea(shared, 'auth'))
  shared.parts.defer(() => authJobs.stop())
  const housekeeping = startHousekeeping(inArea(shared, 'system'))
  shared.parts.defer(() => housekeeping.stop())
  const schedules = startSchedules(inArea(shared, 'bot'))
  shared.parts.defer(() => schedules.stop())
  const kept = createForecastCaches(shared.clock)
  await startBriefs({ ...inArea(shared, 'bot'), kept })
  await startFileJobs({ ...inArea(shared, 'analytics'), cache: createAnswerCache<Summary>(shared.clock) })
  const plans = startPlans(inArea(shared, 'caps'))
  shared.parts.defer(() => plans.stop())
  const webhooks = startWebhooks({ ...inArea(shared, 'system'), draw: Math.random })
  shared.parts.defer(() => webhooks.stop())
  const ai = inArea(shared, 'ai')
  const suggestions = startSuggestions({ ...ai, writer: createWriter(ai), kept })
  shared.parts.defer(() => suggestions.stop())
  await startProposals(inArea(shared, 'bot'))
  await startFeedJobs({ ...inArea(shared, 'sync'), onStored: countFeedRows(shared) })
  await startUploadJobs(inArea(shared, 'sync'))
  await startPayoutJobs(inArea(shared, 'payouts'))
  await startClosingJobs(inArea(shared, 'payouts'))
  await startZoneJobs(inArea(shared, 'settings'))
  const forgetInReports = (before: Instant, signal: AbortSignal) => forgetReportEmails(shared, before, signal)
  await startEmailJobs({ ...inArea(shared, 'sync'), forgetInReports })
}
