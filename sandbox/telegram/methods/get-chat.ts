import { accept, forbidden } from '../answer.ts'
import { findChat } from '../chats.ts'
import { readText } from '../params.ts'
import type { Method } from './method.ts'

export const getChat: Method = ({ state, params }) => {
  const found = findChat(state, readText(params, 'chat_id'))
  if (!found.ok) return found
  const { chat, bot } = found.result
  if (chat.type !== 'private' && bot === 'kicked') return forbidden(`bot was kicked from the ${chat.type} chat`)
  return accept({
    ...chat,
    accent_color_id: 0,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
    },
    ...(chat.type === 'private' ? {} : { permissions: { can_send_messages: true } }),
  })
}
