import { queryOptions } from '@tanstack/react-query'
import { botCalls } from '#contract/bot.ts'
import { callApi } from './api.ts'

/** The chats that the bot is in, to pick from and to name; without them people type the number. */
export const botChatsQuery = queryOptions({
  queryKey: ['bot', 'chats'],
  queryFn: () => callApi(botCalls.listChats, {}),
  staleTime: 10_000,
  meta: { topics: ['settings'] },
})
