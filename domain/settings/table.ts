import { DEFAULT_ZONE } from '#domain/kernel/zone.ts'
import {
  botToken,
  chatId,
  chatIds,
  hours,
  message,
  number,
  percents,
  share,
  stamp,
  statuses,
  text,
  time,
  toggle,
  zone,
  type Kind,
} from './kinds.ts'

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

const PAUSE_PLACEHOLDERS = 'It may name {{geo}}, {{source}}, {{from}}, {{until}} and {{reason}}.'
const MINUTES_OF_A_DAY = 24 * 60
const MINUTES_OF_A_YEAR = 365 * MINUTES_OF_A_DAY

/**
 * Every setting of the product (spec, section 3). Adding one is adding an entry here: the API lists it with its default,
 * checks it, keeps it and its history; the Control Center shows its field; `Settings` has it, typed; docs/settings.md
 * says it.
 */
export const SETTINGS = {
  telegram_bot_token: {
    kind: botToken(),
    group: 'bot',
    label: 'Bot API token',
    help: 'From @BotFather. It is kept sealed and never shown again; a new one is in use at once.',
    fallback: '',
  },
  summary_group_id: {
    kind: chatId(),
    group: 'bot',
    label: 'Summary group ID',
    help: 'Gets the daily summary of broker caps, their alerts and reminders. Leave it empty to send none.',
    fallback: '',
  },
  affiliate_summary_group_id: {
    kind: chatId(),
    group: 'bot',
    label: 'Affiliate summary group ID',
    help: 'Gets the daily summary of affiliate caps and their alerts. Leave it empty to send none.',
    fallback: '',
  },
  allowed_group_ids: {
    kind: chatIds(),
    group: 'bot',
    label: 'Allowed group IDs',
    help: 'Groups in which members may use the commands of the bot, one per line.',
    fallback: '',
  },
  timezone: {
    kind: zone(),
    group: 'days',
    label: 'Timezone',
    help: 'Where a day begins and ends. A change moves leads between days; you are told which before anything is saved.',
    fallback: DEFAULT_ZONE,
  },
  summary_time: {
    kind: time(),
    group: 'days',
    label: 'Summary time',
    help: 'When the daily summaries are sent, in this time zone.',
    fallback: '08:00',
  },
  plan_days_ahead: {
    kind: number({ unit: 'days', most: 28, sentence: 'Days ahead must be a positive number of days.' }),
    group: 'days',
    label: 'Plans make caps ahead',
    help: 'Plans that repeat make their caps so many days ahead.',
    fallback: '7',
  },
  leads_sync_interval_minutes: {
    kind: number({
      unit: 'minutes',
      most: MINUTES_OF_A_YEAR,
      sentence: 'Interval must be a positive number of minutes.',
    }),
    group: 'sync',
    label: 'Lead sync interval',
    help: 'How often leads and deposits are fetched.',
    fallback: '10',
  },
  working_hours_alert_enabled: {
    kind: toggle('on'),
    group: 'alerts',
    label: 'Working-hours alerts',
    help: 'Tells the summary groups before the working hours of a cap begin, and when they do.',
    fallback: 'true',
  },
  working_hours_alert_lead_minutes: {
    kind: number({
      unit: 'minutes',
      most: MINUTES_OF_A_DAY,
      sentence: 'Lead time must be a positive number of minutes.',
    }),
    group: 'alerts',
    label: 'Alert lead time',
    help: 'How long before the working hours begin.',
    fallback: '30',
  },
  always_on_reminder_enabled: {
    kind: toggle('on'),
    group: 'alerts',
    label: 'Always-on reminder',
    help: 'Lists the 24/7 caps of today once a day, and those that tomorrow lacks.',
    fallback: 'true',
  },
  always_on_reminder_time: {
    kind: time(),
    group: 'alerts',
    label: 'Reminder time',
    help: 'When the reminder is sent; 09:00 where it is left empty.',
    fallback: '09:00',
    emptyIsFallback: true,
    needs: 'always_on_reminder_enabled',
  },
  cap_alert_percents: {
    kind: percents(),
    group: 'alerts',
    label: 'Cap alerts at',
    help: 'The summary groups are told when a cap reaches these percentages. Leave it empty for no alerts.',
    fallback: '80,100',
  },
  pause_grace_minutes: {
    kind: number({
      unit: 'minutes',
      most: MINUTES_OF_A_DAY,
      sentence: 'Grace time must be a positive number of minutes.',
    }),
    group: 'pauses',
    label: 'Grace time of a pause',
    help: 'Leads that come later than this after a pause began are told to the summary group, once a pause.',
    fallback: '30',
  },
  pause_text_advertisers: {
    kind: message({ longest: 1_000 }),
    group: 'pauses',
    label: 'To advertisers when a pause begins',
    help: `Sent to the groups of the advertiser that a pause names. ${PAUSE_PLACEHOLDERS} Leave it empty to send nothing.`,
    fallback: '',
  },
  resume_text_advertisers: {
    kind: message({ longest: 1_000 }),
    group: 'pauses',
    label: 'To advertisers when a pause ends',
    help: 'The same for its end; {{ended}} is when that was. Leave it empty to send nothing.',
    fallback: '',
  },
  pause_text_sources: {
    kind: message({ longest: 1_000 }),
    group: 'pauses',
    label: 'To sources when a pause begins',
    help: 'Sent to the groups of the source that a pause names, unless it is for one advertiser only. The same placeholders. Leave it empty to send nothing.',
    fallback: '',
  },
  resume_text_sources: {
    kind: message({ longest: 1_000 }),
    group: 'pauses',
    label: 'To sources when a pause ends',
    help: 'The same for its end; {{ended}} is when that was. Leave it empty to send nothing.',
    fallback: '',
  },
  cap_text_model: {
    kind: toggle('off'),
    group: 'suggestions',
    label: 'Ask a language model about messages',
    help: 'Admins can try what the configured language model sees in a message, under Caps from messages. What leaves the house then stands there; nothing is planned by it.',
    fallback: 'false',
  },
  ai_suggestion_enabled: {
    kind: toggle('off'),
    group: 'suggestions',
    label: 'AI suggestion loop',
    help: 'Looks for caps worth changing and suggests the changes to the summary group.',
    fallback: 'false',
  },
  ai_suggestion_interval_minutes: {
    kind: number({
      unit: 'minutes',
      most: MINUTES_OF_A_YEAR,
      sentence: 'AI suggestion interval must be a positive number of minutes.',
    }),
    group: 'suggestions',
    label: 'AI suggestion interval',
    help: 'How often it looks.',
    fallback: '5',
    needs: 'ai_suggestion_enabled',
  },
  ai_suggestion_force_token: {
    kind: stamp(),
    group: null,
    label: 'Suggestion sweep requested at',
    help: 'A new text here asks for a suggestion sweep.',
    fallback: '',
  },
  invalid_statuses: {
    kind: statuses(),
    group: 'leads',
    label: 'Invalid statuses',
    help: 'Leads with these statuses are not paid for. One per line; case, spaces and hyphens do not matter.',
    fallback: [
      'Invalid',
      'Duplicate',
      'Test',
      'Test lead',
      'Fake',
      'Wrong number',
      'Invalid number',
      'Wrong info',
      'Wrong person',
      'Wrong country',
      'Wrong language',
      'Language barrier',
      'Underage',
      'Not registered',
      'Never registered',
      'Spam',
    ].join('\n'),
  },
  email_retention_days: {
    kind: number({ unit: 'days', most: 3_650, sentence: 'Retention must be a positive number of days.' }),
    group: 'leads',
    label: 'E-mail retention',
    help: 'E-mail addresses of older leads and deposits are forgotten.',
    fallback: '400',
  },
  payout_by_affiliate_caps: {
    kind: toggle('off'),
    group: 'payouts',
    label: 'Pay by affiliate caps',
    help: 'A deal is paid by the CPA and CRG of the affiliate cap of its day, geo and source, where that has a CPA; off: by its own.',
    fallback: 'false',
  },
  payout_pool_guarantee: {
    kind: toggle('off'),
    group: 'payouts',
    label: 'Pool the guarantee',
    help: 'The deals of an affiliate with one advertiser in one geo reach their CRG together, over the range; off: each on its own.',
    fallback: 'false',
  },
  payout_whole_conversions: {
    kind: toggle('off'),
    group: 'payouts',
    label: 'Guarantee whole conversions',
    help: 'A guarantee counts whole conversions, rounded down; off: parts of one count too.',
    fallback: 'false',
  },
  payout_most_invalid_percent: {
    kind: share(),
    group: 'payouts',
    label: 'Most invalid leads deducted',
    help: "At most this share of a deal's leads is deducted for their status. Above it, the oldest of them count as if their status were valid. Leave it empty for no limit.",
    fallback: '',
  },
  payout_settle_earlier: {
    kind: toggle('off'),
    group: 'payouts',
    label: 'Settle deposits of earlier leads',
    help: 'A deposit of a lead from before the range counts what it changes of the payout of its own deal; off: as it was reported.',
    fallback: 'false',
  },
  payout_paused_leads_hours: {
    kind: hours({ most: 720 }),
    group: 'payouts',
    label: 'Notice of a pause',
    help: 'Leads that come in the first so many hours of a pause count as any; those that come later in it are not paid for. 0: none of a pause count. Leave it empty and all count.',
    fallback: '',
  },
  title: {
    kind: text({ longest: 60 }),
    group: 'look',
    label: 'Product title',
    help: 'Stands in the sidebar, on the sign-in screen and in the browser tab.',
    fallback: 'Capline',
  },
  admin_passkeys: {
    kind: toggle('off'),
    group: 'look',
    label: 'Admins sign in with a passkey',
    help: 'After the code, admins give a passkey too. Admins without one add it when they sign in next. Turning this on signs out the other admins. Add a passkey of your own in “My sessions” first.',
    fallback: 'false',
  },
  viewer_read_only: {
    kind: toggle('off'),
    group: 'look',
    label: 'Viewers are read-only',
    help: 'Viewers can look at caps but not add, change or delete them.',
    fallback: 'false',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS
