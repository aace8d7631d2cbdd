import { advertiserCalls } from './advertisers.ts'
import { affiliateCapCalls } from './affiliate-caps.ts'
import { authCalls } from './auth.ts'
import type { Call } from './call.ts'
import { capCalls } from './caps.ts'
import { eventCalls } from './events.ts'
import { feedCalls } from './feeds.ts'
import { settingCalls } from './settings.ts'

/** Every call of the API, by feature. What is not here does not exist. */
export const calls = {
  auth: authCalls,
  caps: capCalls,
  affiliateCaps: affiliateCapCalls,
  advertisers: advertiserCalls,
  feeds: feedCalls,
  settings: settingCalls,
  events: eventCalls,
} as const satisfies Record<string, Record<string, Call>>
