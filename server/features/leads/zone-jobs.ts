import { z } from 'zod'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { runZoneChange, sendStandingChange, zoneQueue, type ZoneDeps } from './zone-service.ts'

const tickQueue = defineQueue({ name: 'leads.zone-tick', payload: z.object({}), exclusive: true, longestSeconds: 60 })

/** Changes of zone that move many leads, on whichever node takes them: one that stands is not forgotten. */
export async function startZoneJobs(deps: ZoneDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(zoneQueue, (_payload, signal) => runZoneChange(deps, signal))
  await deps.jobs.work(tickQueue, async () => {
    await sendStandingChange(deps)
    return 'done'
  })
  await deps.jobs.schedule(tickQueue, '* * * * *', {})
  await deps.jobs.send(tickQueue, {})
}
