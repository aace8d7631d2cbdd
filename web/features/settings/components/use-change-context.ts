import { useQuery } from '@tanstack/react-query'
import { zoneOf, ZONES } from '#domain/kernel/zone.ts'
import { SETTING_KEYS } from '#domain/settings/settings.ts'
import { useNow } from '#web/lib/clock.ts'
import { botChatsQuery } from '#web/lib/bot-chats.ts'
import { nextSummaryQuery } from '../admin-api.ts'
import type { ChangeContext } from '../say-change.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** What is named by the sentences that say what changes do. */
export function useChangeContext({ changed, read, fieldOf }: SettingsForm): ChangeContext {
  const now = useNow(15_000)
  const textOf = (key: (typeof SETTING_KEYS)[number]) => {
    const checked = read(key)
    return checked.ok ? checked.value : (fieldOf(key)?.saved.value ?? '')
  }
  const texts = new Map<string, string>(SETTING_KEYS.map((key) => [key, textOf(key)]))
  const zone = ZONES.find(({ name }) => name === texts.get('timezone'))?.name ?? ZONES[0].name
  const isAsked = TOLD_BY_CLOCK.some((key) => changed.includes(key))
  const { data: next } = useQuery({
    ...nextSummaryQuery({ time: texts.get('summary_time') ?? '', zone }),
    enabled: isAsked,
  })
  const { data: chats } = useQuery({ ...botChatsQuery, enabled: NAMES_CHATS.some((key) => changed.includes(key)) })
  const titles = new Map(chats?.map(({ chatId, title }) => [chatId, title]))
  return { texts, titleOf: (chatId) => titles.get(chatId) ?? chatId, next: next ?? null, zone: zoneOf(zone), now }
}

const TOLD_BY_CLOCK = ['summary_time', 'summary_group_id', 'affiliate_summary_group_id'] as const
const NAMES_CHATS = [...TOLD_BY_CLOCK, 'morning_brief_time', 'allowed_group_ids'] as const
