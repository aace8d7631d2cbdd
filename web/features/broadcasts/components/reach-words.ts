import type { RecipientRow } from '#contract/broadcasts.ts'
import { countOf, formatCount } from '#web/lib/format.ts'

export function hasChat({ groupIds }: Pick<RecipientRow, 'groupIds'>): boolean {
  return groupIds.length > 0
}

/** `3 recipients, 4 chats`; `5 of 20 have a chat`, where a message would not reach all of them. */
export function sayReach(recipients: readonly Pick<RecipientRow, 'groupIds'>[], chats: number): string {
  const reached = recipients.filter(hasChat).length
  if (reached === recipients.length) return `${countOf(reached, 'recipient')}, ${countOf(chats, 'chat')}`
  return `${formatCount(reached)} of ${formatCount(recipients.length)} ${reached === 1 ? 'has' : 'have'} a chat`
}
