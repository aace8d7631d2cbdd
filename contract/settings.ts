import { z } from 'zod/mini'
import { STATUS_LENGTH } from '#domain/kernel/identity.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { MOST_STATUSES } from '#domain/settings/kinds.ts'
import { MISSING_VALUE } from '#domain/settings/settings.ts'
import { defineCall } from './call.ts'
import { atMost, body, instant, verbatim } from './fields.ts'
import { publicSettingCalls } from './public-settings.ts'

/** A setting with its current value: the default if nobody set it. Secrets are masked, or empty. */
export const StoredSetting = z.object({
  key: z.string(),
  value: z.string(),
  secret: z.boolean(),
  updatedAt: z.nullable(instant),
  updatedBy: z.nullable(z.string()),
})

export type StoredSetting = z.output<typeof StoredSetting>
export type StoredSettingWire = z.input<typeof StoredSetting>

/** In characters: the longest list of statuses, one per line. */
const LONGEST_SETTING = MOST_STATUSES * (STATUS_LENGTH + 2)

/** Settings are texts. A number or a truth value becomes its text. JSON numbers have no grouping marks. */
const settingValue = z.pipe(
  z.union([z.string().check(atMost(LONGEST_SETTING)), z.number(), z.boolean()], { error: MISSING_VALUE }),
  z.transform((value) => (typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(4) : String(value))),
)

/** A change of a setting; secrets are masked. */
export const SettingChange = z.object({
  _id: z.string(),
  at: instant,
  actor: z.string(),
  key: z.string(),
  before: z.string(),
  after: z.string(),
})

export type SettingChange = z.output<typeof SettingChange>

export const settingCalls = {
  ...publicSettingCalls,
  list: defineCall({
    method: 'GET',
    path: '/settings',
    access: 'admin',
    summary: 'Every setting with its current value, or its default; secrets are masked',
    answers: { 200: z.array(StoredSetting) },
  }),
  history: defineCall({
    method: 'GET',
    path: '/settings/history',
    access: 'admin',
    summary: `Who changed which setting, newest first, at most ${MOST_CHANGES}; secrets as a mask`,
    answers: { 200: z.array(SettingChange) },
  }),
  save: defineCall({
    method: 'PUT',
    path: '/settings/:key',
    access: 'admin',
    summary: 'Changes a setting; 202 if it continues in the background, for example a change of zone with many leads',
    params: z.object({ key: verbatim }),
    body: body({ value: settingValue }, StoredSetting.shape),
    answers: { 200: StoredSetting, 202: StoredSetting },
    refusals: [400, 404, 409],
  }),
} as const
