import { useQuery } from '@tanstack/react-query'
import type { BotChat } from '#contract/bot.ts'
import type { TeamMember } from '#contract/team.ts'
import { feedStatusQuery } from '#web/features/feeds/api.ts'
import { partnersQuery } from '#web/features/partners/api.ts'
import { publicSettingsQuery } from '#web/features/settings/api.ts'
import { botQuery, settingsQuery } from '#web/features/settings/admin-api.ts'
import { teamQuery } from '#web/features/team/api.ts'
import { useSession } from '#web/lib/session.ts'
import { botChatsQuery } from '#web/lib/bot-chats.ts'
import { countOf } from '#domain/sentences/written.ts'

export const STEPS = ['bot', 'groups', 'zone', 'feed', 'partners', 'team'] as const

export type StepName = (typeof STEPS)[number]

export interface Step {
  name: StepName
  isDone: boolean
  /** The result of the test: who answered, how many rows were read. */
  found: string
}

export interface Setup {
  steps: readonly Step[]
  isDone: boolean
  /** Whether a step is known to be left. Of a bot that is being asked nothing is known. */
  isLeft: boolean
  /** Receivers of test messages: the chosen group, and another member. */
  summaryGroup: string | null
  colleague: TeamMember | null
}

const AGAIN_MS = 3_000

function sayGroups(chats: readonly BotChat[]): string {
  const titles = chats.flatMap(({ type, title, chatId }) => (type === 'private' ? [] : (title ?? chatId)))
  if (titles.length === 0) return 'Add the bot to your group in Telegram. The group then appears here.'
  return titles.length === 1 ? `The bot is in ${titles[0]}.` : `The bot is in ${titles.length} groups.`
}

/** How far this installation is set up, each step tried; null while that is asked for, or cannot be read. */
export function useSetup(): { setup: Setup | null; isAsked: boolean } {
  const session = useSession()
  const ownId = session.status === 'authenticated' ? session.member._id : null
  const asked = {
    common: useQuery(publicSettingsQuery),
    settings: useQuery(settingsQuery),
    feeds: useQuery(feedStatusQuery),
    partners: useQuery(partnersQuery('advertiser')),
    team: useQuery(teamQuery),
  }
  const [common, settings, feeds] = [asked.common.data, asked.settings.data, asked.feeds.data]
  const [partners, team] = [asked.partners.data, asked.team.data]
  const { data: bot, isPending: isAsking } = useQuery({ ...botQuery, enabled: common?.hasBot === true })
  const summaryGroup = settings?.find(({ key }) => key === 'summary_group_id')?.value || null
  // Somebody may be adding the bot to a group just now.
  const inChats = useQuery({ ...botChatsQuery, refetchInterval: summaryGroup === null && AGAIN_MS })
  const chats = inChats.data
  if (!common || !settings || !feeds || !partners || !team || !chats) {
    return { setup: null, isAsked: ![...Object.values(asked), inChats].some(({ isError }) => isError) }
  }

  const read = feeds.connectors.find(({ lastGoodAt }) => lastGoodAt !== null)
  const failing = feeds.connectors.find(({ failingSince }) => failingSince !== null)
  const inGroups = new Set(chats.map(({ chatId }) => chatId))
  const reached = partners.filter(({ groupIds }) => groupIds.some((id) => inGroups.has(id))).length
  const colleague = team.find(({ _id }) => _id !== ownId) ?? null
  const found: Record<StepName, [isDone: boolean, found: string]> = {
    bot: [
      common.hasBot && bot?.ok === true,
      common.hasBot
        ? (bot?.message ??
          (isAsking ? 'Asking Telegram…' : 'The bot could not be tested. Reload the page to try again.'))
        : 'Create a bot with @BotFather, then paste its token.',
    ],
    groups: [
      summaryGroup !== null,
      summaryGroup === null
        ? sayGroups(chats)
        : `Summaries and alerts go to ${chats.find(({ chatId }) => chatId === summaryGroup)?.title ?? summaryGroup}.`,
    ],
    zone: [settings.find(({ key }) => key === 'timezone')?.updatedAt !== null, ''],
    feed: [
      read !== undefined,
      read
        ? `${read.name} reads: ${countOf(read.newLeads, 'lead')} and ${countOf(read.newDeposits, 'deposit')} in 24 hours.`
        : failing
          ? `${failing.name} cannot be read: ${failing.last?.message ?? 'see its card'}`
          : 'Leads come from a CRM, a platform or files.',
    ],
    partners: [
      partners.length > 0,
      partners.length === 0
        ? 'Advertisers buy leads. Caps are planned for them.'
        : `${countOf(partners.length, 'advertiser')}, ${reached} with a group that the bot is in.`,
    ],
    team: [
      team.length > 1,
      team.length > 1
        ? `${countOf(team.length, 'member')}, ${countOf(team.filter(({ loginEnabled }) => loginEnabled).length, 'of them', 'of them')} may sign in.`
        : 'You are the only member so far.',
    ],
  }
  const steps = STEPS.map((name): Step => ({ name, isDone: found[name][0], found: found[name][1] }))
  const isDone = steps.every((step) => step.isDone)
  const isLeft = steps.some((step) => !step.isDone && !(step.name === 'bot' && common.hasBot && isAsking))
  return { setup: { steps, isDone, isLeft, summaryGroup, colleague }, isAsked: false }
}
