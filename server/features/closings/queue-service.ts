import { z } from 'zod'
import { defineQueue } from '#platform/jobs/jobs.ts'

export const carryQueue = defineQueue({
  name: 'closings.carry',
  payload: z.object({ closingId: z.string() }),
  exclusive: false,
  longestSeconds: 60 * 60,
})
