import { z } from 'zod/mini'
import { ZONES } from '#domain/kernel/zone.ts'
import { defineCall } from './call.ts'
import { instant } from './fields.ts'
import { settingTexts } from './texts/settings.ts'

export const zoneName = z.enum(
  ZONES.map(({ name }) => name),
  { error: settingTexts.zoneUnknown },
)

const ZonePreviewQuery = z.object({ zone: zoneName })

export type ZonePreviewQuery = z.output<typeof ZonePreviewQuery>

/** The effect of a zone: leads and deposits that would move to another day. */
export const ZonePreview = z.object({ zone: z.string(), leads: z.int(), deposits: z.int() })

export type ZonePreview = z.output<typeof ZonePreview>

/** A running change of the zone. Until its end the old zone counts. */
export const ZoneChange = z.object({
  zone: z.string(),
  requestedBy: z.string(),
  requestedAt: instant,
  /** From 0 to 1. */
  share: z.number(),
})

export type ZoneChange = z.output<typeof ZoneChange>

export const zoneCalls = {
  preview: defineCall({
    method: 'GET',
    path: '/settings/timezone/preview',
    access: 'admin',
    summary: 'How many leads and deposits another zone would move to another day',
    query: ZonePreviewQuery,
    answers: { 200: ZonePreview },
    refusals: [400],
  }),
  change: defineCall({
    method: 'GET',
    path: '/settings/timezone/change',
    access: 'admin',
    summary: 'The running change of the zone, with its progress',
    answers: { 200: z.object({ change: z.nullable(ZoneChange) }) },
  }),
} as const
