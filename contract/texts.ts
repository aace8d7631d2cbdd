import { analyticsTexts } from './texts/analytics.ts'
import { authTexts } from './texts/auth.ts'
import { botTexts } from './texts/bot.ts'
import { broadcastTexts } from './texts/broadcasts.ts'
import { capTexts } from './texts/caps.ts'
import { closingTexts } from './texts/closings.ts'
import { commandTexts } from './texts/commands.ts'
import { feedTestTexts } from './texts/feed-test.ts'
import { httpTexts } from './texts/http.ts'
import { leadTexts } from './texts/leads.ts'
import { logTexts } from './texts/logs.ts'
import { payoutTexts } from './texts/payouts.ts'
import { advertiserTexts, publisherTexts } from './texts/partners.ts'
import { settingTexts } from './texts/settings.ts'
import { statementTexts } from './texts/statements.ts'
import { suggestionTexts } from './texts/suggestions.ts'
import { syncTexts } from './texts/sync.ts'
import { teamTexts } from './texts/team.ts'

/**
 * Every text that people read and that more than one place needs: validation sentences, refusals, toasts. Screens keep
 * their own labels and headings.
 */
export const texts = {
  advertisers: advertiserTexts,
  analytics: analyticsTexts,
  auth: authTexts,
  bot: botTexts,
  broadcasts: broadcastTexts,
  caps: capTexts,
  closings: closingTexts,
  commands: commandTexts,
  feedTest: feedTestTexts,
  http: httpTexts,
  leads: leadTexts,
  logs: logTexts,
  payouts: payoutTexts,
  publishers: publisherTexts,
  settings: settingTexts,
  statements: statementTexts,
  suggestions: suggestionTexts,
  sync: syncTexts,
  team: teamTexts,
} as const
