import type { Jobs } from '#platform/jobs/jobs.ts'
import { runZoneChange, zoneQueue, type ZoneDeps } from './zone-service.ts'

/** Changes of zone that move many leads, on whichever node takes them. */
export async function startZoneJobs(deps: ZoneDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(zoneQueue, (_payload, signal) => runZoneChange(deps, signal))
}
