import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { atMost, instant } from './fields.ts'
import { settingTexts } from './texts/settings.ts'
import { zoneName } from './zone.ts'

const NextSummaryQuery = z.object({
  time: z
    .string()
    .check(atMost(5, settingTexts.time), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: settingTexts.time })),
  zone: zoneName,
})

export type NextSummaryQuery = z.output<typeof NextSummaryQuery>

/** When the next summary is sent. `overdue`: today's is sent at once. */
export const NextSummary = z.object({ at: instant, overdue: z.boolean() })

export type NextSummary = z.output<typeof NextSummary>

export const scheduleCalls = {
  nextSummary: defineCall({
    method: 'GET',
    path: '/settings/summary/preview',
    access: 'admin',
    summary: 'When the next daily summary would be sent at another time of day, or in another zone',
    query: NextSummaryQuery,
    answers: { 200: NextSummary },
    refusals: [400],
  }),
} as const
