import { z } from 'zod/mini'
import { CAP_KINDS } from '#domain/caps/cap.ts'
import { LIMIT_PERIODS, LIMIT_UNITS } from '#domain/limits/limit.ts'
import { defineCall } from './call.ts'
import { day } from './fields.ts'
import { capTexts } from './texts/caps.ts'

/** The fields of a limit as the API shows them. */
export const shownLimit = {
  _id: z.string(),
  version: z.number(),
  name: z.string(),
  side: z.enum(CAP_KINDS),
  geos: z.array(z.string()),
  advertiserIds: z.array(z.string()),
  sourceNumbers: z.array(z.string()),
  /** 0 allows nothing; null means no limit. */
  number: z.nullable(z.number()),
  unit: z.enum(LIMIT_UNITS),
  period: z.enum(LIMIT_PERIODS),
  firstDay: z.nullable(day(capTexts.date)),
  lastDay: z.nullable(day(capTexts.date)),
  note: z.nullable(z.string()),
}
export const Limit = z.object(shownLimit)
export const LimitRange = z.object({ start: day(capTexts.date), end: day(capTexts.date) })

export const LimitState = z.object({
  limit: Limit,
  /** The days over which it counts; null if it does not hold on that day. */
  period: z.nullable(LimitRange),
  delivered: z.number(),
  planned: z.number(),
  /** The day and minute since 00:00 at which it will be full; null if it is full, or will not be in its period. */
  fullAt: z.nullable(z.object({ day: day(capTexts.date), minutes: z.number() })),
})

/** The board's call about limits. It is separate, so the board does not load how limits are made. */
export const limitStateCalls = {
  list: defineCall({
    method: 'GET',
    path: '/limits',
    access: 'member',
    summary: 'Every limit with its count on a day; those that will be full first come first',
    query: z.object({ date: z.optional(day(capTexts.date)) }),
    answers: { 200: z.array(LimitState) },
    refusals: [400],
    shared: true,
  }),
} as const
