import type { Kind } from './kinds.ts'

/** The parts of the form, in their order. */
export const SETTING_GROUPS = {
  bot: 'Bot and groups',
  days: 'Days and summaries',
  sync: 'Lead sync',
  alerts: 'Alerts and reminders',
  pauses: 'Pauses',
  suggestions: 'AI suggestions',
  leads: 'Leads',
  payouts: 'Payout terms',
  look: 'This installation',
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
