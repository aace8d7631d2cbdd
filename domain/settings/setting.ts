import type { Kind } from './kinds.ts'

/** Groups of settings on the screen, in order. */
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

/** One setting, with everything that the API, the form, the checks and the docs need to know about it. */
export interface Setting<T = unknown> {
  kind: Kind<T>
  /** The form's group; null if no field shows it. */
  group: SettingGroup | null
  label: string
  /** Its effect, in a sentence or two. */
  help: string
  /** The text that counts if none is stored, or an unusable one. */
  fallback: string
  /** Whether an empty field means the fallback; else it is a missing value. */
  emptyIsFallback?: true
  /** The toggle that this setting depends on. If it is off, the field is disabled. */
  needs?: string
}
