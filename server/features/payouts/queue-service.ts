import { z } from 'zod'
import { defineQueue } from '#platform/jobs/jobs.ts'

export const computeQueue = defineQueue({
  name: 'payouts.compute',
  payload: z.object({ reportId: z.string() }),
  exclusive: false,
  longestSeconds: 60 * 60,
})
