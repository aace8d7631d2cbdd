import { KEY_GROUPS, type KeyGroup } from '#domain/team/api-key.ts'
import { advertiserCalls } from './advertisers.ts'
import { analyticsCalls } from './analytics.ts'
import { analyticsFileCalls } from './analytics-files.ts'
import { apiKeyCalls } from './api-keys.ts'
import { authCalls } from './auth.ts'
import { boardViewCalls } from './board-views.ts'
import { botCalls } from './bot.ts'
import { broadcastCalls } from './broadcasts.ts'
import type { Call } from './call.ts'
import { capTextCalls } from './cap-text.ts'
import { capReadingCalls } from './cap-readings.ts'
import { affiliateCapCalls, capCalls } from './caps.ts'
import { eventCalls } from './events.ts'
import { feedTestCalls } from './feed-test.ts'
import { feedStatusCalls } from './feed-status.ts'
import { feedCalls } from './feeds.ts'
import { limitCalls } from './limits.ts'
import { leadCalls, leadColumnCalls } from './leads.ts'
import { logCalls } from './logs.ts'
import { connectorCalls } from './connectors.ts'
import { closingCalls } from './closings.ts'
import { pauseCalls } from './pauses.ts'
import { passkeyCalls } from './passkeys.ts'
import { payoutDetailCalls } from './payout-details.ts'
import { payoutCalls } from './payouts.ts'
import { dayPlanCalls } from './day-plans.ts'
import { dayOffCalls } from './days-off.ts'
import { planCalls } from './plans.ts'
import { publisherCalls } from './publishers.ts'
import { sessionCalls } from './sessions.ts'
import { scheduleCalls } from './schedules.ts'
import { settingCalls } from './settings.ts'
import { statementCalls } from './statements.ts'
import { suggestionCalls } from './suggestions.ts'
import { teamCalls } from './team.ts'
import { uploadCalls } from './uploads.ts'
import { webhookCalls } from './webhooks.ts'
import { whyCalls } from './why.ts'
import { zoneCalls } from './zone.ts'

/** Calls with an answer, by feature. Each has its handler in `server/web.ts`. */
export const answeredCalls = {
  auth: authCalls,
  sessions: sessionCalls,
  passkeys: passkeyCalls,
  team: teamCalls,
  apiKeys: apiKeyCalls,
  caps: capCalls,
  affiliateCaps: affiliateCapCalls,
  boardViews: boardViewCalls,
  capText: capTextCalls,
  why: whyCalls,
  pauses: pauseCalls,
  limits: limitCalls,
  advertisers: advertiserCalls,
  publishers: publisherCalls,
  feeds: feedCalls,
  feedStatus: feedStatusCalls,
  feedTest: feedTestCalls,
  uploads: uploadCalls,
  connectors: connectorCalls,
  payouts: payoutCalls,
  closings: closingCalls,
  statements: statementCalls,
  payoutDetails: payoutDetailCalls,
  analytics: analyticsCalls,
  analyticsFiles: analyticsFileCalls,
  bot: botCalls,
  broadcasts: broadcastCalls,
  leads: leadCalls,
  leadColumns: leadColumnCalls,
  logs: logCalls,
  capReadings: capReadingCalls,
  settings: settingCalls,
  zone: zoneCalls,
  schedules: scheduleCalls,
  suggestions: suggestionCalls,
  plans: planCalls,
  daysOff: dayOffCalls,
  dayPlans: dayPlanCalls,
  webhooks: webhookCalls,
} as const satisfies Record<string, Record<string, Call>>

/** Every call of the API: these, and the stream of events. */
export const calls = { ...answeredCalls, events: eventCalls } as const

/**
 * The calls of each group for keys. All others are only for people: the team, keys and other secrets, settings,
 * broadcasts, and a member's own data.
 */
const KEYED: Readonly<Record<KeyGroup, readonly (keyof typeof calls)[]>> = {
  caps: ['caps', 'affiliateCaps', 'capReadings', 'why'],
  limits: ['limits'],
  pauses: ['pauses'],
  plans: ['plans', 'daysOff', 'dayPlans'],
  suggestions: ['suggestions'],
  partners: ['advertisers', 'publishers'],
  feeds: ['feeds', 'feedStatus'],
  leads: ['leads'],
  analytics: ['analytics'],
  payouts: ['payouts', 'payoutDetails', 'closings', 'statements'],
  events: ['events'],
}

const groupOfCalls = new Map<string, KeyGroup>(
  KEY_GROUPS.flatMap((group) => KEYED[group].map((name) => [name, group] as const)),
)

/** The group that a key needs for calls of this name (`affiliateCaps`); null if no key may make them. */
export function keyGroupOf(group: string): KeyGroup | null {
  return groupOfCalls.get(group) ?? null
}
