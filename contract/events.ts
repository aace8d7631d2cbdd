import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { day } from './fields.ts'
import { capTexts } from './texts/caps.ts'

export const TOPICS = [
  'caps',
  'pauses',
  'limits',
  'leads',
  'payouts',
  'broadcasts',
  'settings',
  'logs',
  'team',
  'advertisers',
  'publishers',
  'suggestions',
  'plans',
  'apiKeys',
  'webhooks',
  'analyticsFiles',
] as const

export type Topic = (typeof TOPICS)[number]

/** A change. Only admins get changes of `logs`. `days` has the changed days; null if all may have changed. */
export const ChangeEvent = z.object({
  topic: z.enum(TOPICS),
  days: z.nullable(z.array(day(capTexts.date))),
})

export type ChangeEvent = z.output<typeof ChangeEvent>
export type ChangeEventWire = z.input<typeof ChangeEvent>

export const eventCalls = {
  listen: defineCall({
    method: 'GET',
    path: '/events',
    access: 'member',
    summary: 'A stream of server-sent events about changes and their days',
    answers: { 200: ChangeEvent },
    streams: true,
  }),
} as const
