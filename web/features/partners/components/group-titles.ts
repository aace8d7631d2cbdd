import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { botChatsQuery } from '#web/lib/bot-chats.ts'

/** What the groups that the bot is in are called, by id. */
export function useGroupTitles(): ReadonlyMap<string, string> {
  const { data: chats } = useQuery(botChatsQuery)
  return useMemo(
    () =>
      new Map(
        (chats ?? []).flatMap(({ chatId, title, type }) =>
          title !== null && type !== 'private' ? [[chatId, title] as const] : [],
        ),
      ),
    [chats],
  )
}
