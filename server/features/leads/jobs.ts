import { z } from 'zod'
import type { Instant } from '#domain/kernel/instant.ts'
import { defineQueue, type JobEnd, type Jobs } from '#platform/jobs/jobs.ts'
import { findForgetBefore, forgetEmails, type EmailDeps } from './email-service.ts'
import { runZoneChange, sendStandingChange, zoneQueue, type ZoneDeps } from './zone-service.ts'

export interface EmailJobDeps extends EmailDeps {
  /** Forgets them in stored reports too; in how many. */
  forgetInReports(before: Instant, signal: AbortSignal): Promise<number>
}

/** The next job does what this one leaves. */
const forgetQueue = defineQueue({
  name: 'leads.forget-emails',
  payload: z.object({}),
  exclusive: true,
  longestSeconds: 6 * 60 * 60,
})

/** Forgets old e-mails every hour, on whichever node takes it, and at the start. */
export async function startEmailJobs(deps: EmailJobDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(forgetQueue, (_payload, signal) => forgetOldEmails(deps, signal))
  await deps.jobs.schedule(forgetQueue, '17 * * * *', {})
  await deps.jobs.send(forgetQueue, {})
}

export async function forgetOldEmails(deps: EmailJobDeps, signal: AbortSignal): Promise<JobEnd> {
  const before = await findForgetBefore(deps)
  const rows = await forgetEmails(deps, before, signal)
  const reports = await deps.forgetInReports(before, signal)
  if (rows.leads + rows.deposits + reports > 0) deps.log.info({ ...rows, reports }, 'old e-mails are deleted')
  return signal.aborted ? 'hand back' : 'done'
}

const tickQueue = defineQueue({ name: 'leads.zone-tick', payload: z.object({}), exclusive: true, longestSeconds: 60 })

/** Large changes of the zone, on any node; a stored one is not forgotten. */
export async function startZoneJobs(deps: ZoneDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(zoneQueue, (_payload, signal) => runZoneChange(deps, signal))
  await deps.jobs.work(tickQueue, async () => {
    await sendStandingChange(deps)
    return 'done'
  })
  await deps.jobs.schedule(tickQueue, '* * * * *', {})
  await deps.jobs.send(tickQueue, {})
}
