import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { day } from './fields.ts'
import { capTexts } from './texts/caps.ts'

/** The board's calls about plans. They are separate, so the board does not load how plans are made. */
export const dayPlanCalls = {
  list: defineCall({
    method: 'GET',
    path: '/plans/day/:date',
    access: 'member',
    summary: 'The plans that made the caps of a day; a cap with another version was changed by hand later',
    params: z.object({ date: day(capTexts.date) }),
    answers: {
      200: z.array(
        z.object({
          planId: z.string(),
          capId: z.string(),
          capVersion: z.number(),
          /** `DE / B-1 / source 44` */
          name: z.string(),
          note: z.nullable(z.string()),
        }),
      ),
    },
    refusals: [400],
    shared: true,
  }),
} as const
