import type { Kind } from './kinds.ts'

/** What belongs together on the screen, in its order. */
export const SETTING_GROUPS = {
  bot: 'Bot and groups',
  pauses: 'Messages about pauses',
  days: 'Days and summaries',
  alerts: 'Alerts and reminders',
  suggestions: 'AI suggestions',
  payouts: 'Deals and guarantees',
  leads: 'List of invalid statuses',
  sync: 'Sync and retention',
  capText: 'Lines that were not understood',
  look: 'This installation',
  programs: 'Programs of language models',
} as const

export type SettingGroup = keyof typeof SETTING_GROUPS

/** One setting: everything that the API, the form, the checks and the docs need to know of it. */
export interface Setting<T = unknown> {
  kind: Kind<T>
  /** Where the form shows it; null where no field does. */
  group: SettingGroup | null
  label: string
  /** What it does, in a sentence or two. */
  help: string
  /** The text that counts while none is stored, or an unusable one. */
  fallback: string
  /** Whether an empty field means the fallback; else it is a missing value. */
  emptyIsFallback?: true
  /** The toggle without which this one does nothing, and its field is closed. */
  needs?: string
}
