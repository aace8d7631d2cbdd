import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { botChatsQuery } from '#web/lib/bot-chats.ts'

/** The titles of the bot's groups, by ID. */
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
