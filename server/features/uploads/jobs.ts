import { z } from 'zod'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import { runUploads, sendOpenUploads, tidyUploads, uploadQueue, type SaveDeps } from './save-service.ts'

const tickQueue = defineQueue({ name: 'uploads.tick', payload: z.object({}), exclusive: true, longestSeconds: 60 })
const tidyQueue = defineQueue({ name: 'uploads.tidy', payload: z.object({}), exclusive: true, longestSeconds: 600 })

/** Saves uploads and takes them back, on whichever node takes them: one that is open is not forgotten. */
export async function startUploadJobs(deps: SaveDeps & { jobs: Jobs }): Promise<void> {
  await deps.jobs.work(uploadQueue, async (_payload, signal) => {
    await runUploads(deps, signal)
    return signal.aborted ? 'hand back' : 'done'
  })
  await deps.jobs.work(tickQueue, async () => {
    await sendOpenUploads(deps)
    return 'done'
  })
  await deps.jobs.work(tidyQueue, async () => {
    await tidyUploads(deps)
    return 'done'
  })
  await deps.jobs.schedule(tickQueue, '* * * * *', {})
  await deps.jobs.schedule(tidyQueue, '41 * * * *', {})
  await deps.jobs.send(tickQueue, {})
}
