import { byId, clock, element, paintAvatar } from './element.js'
import { nameOf } from './message.js'

export function titleOf(chat) {
  return chat.title ?? nameOf(chat)
}

/** Newest first, then those that are silent so far by name. */
export function renderChats(state, view) {
  const wanted = view.search.trim().toLowerCase()
  const fitting = state.chats
    .filter(({ chat }) => `${titleOf(chat)} ${chat.username ?? ''} ${chat.id}`.toLowerCase().includes(wanted))
    .toSorted(
      (a, b) => (b.last?.message.message_id ?? 0) - (a.last?.message.message_id ?? 0) || byTitle(a.chat, b.chat),
    )
  const rows = fitting.map((known) => row(known, view, state.bot.id))
  byId('chats').replaceChildren(...(rows.length > 0 ? rows : [element('p', { class: 'none' }, 'Nobody by that name.')]))
}

function byTitle(one, other) {
  return titleOf(one).localeCompare(titleOf(other))
}

function row(known, view, botId) {
  const { chat, last } = known
  const avatar = element('span', { 'aria-hidden': 'true' })
  paintAvatar(avatar, chat.id, titleOf(chat))
  const unread = view.unread.get(chat.id) ?? 0
  return element(
    'a',
    { class: 'chat', href: `#${chat.id}`, 'aria-current': view.chatId === chat.id ? 'page' : '' },
    avatar,
    element(
      'span',
      { class: 'top' },
      element('b', {}, titleOf(chat)),
      element('time', {}, last ? clock(last.message.date) : ''),
    ),
    element(
      'span',
      { class: 'bottom' },
      element('span', {}, preview(known, botId)),
      ...(unread > 0 ? [element('span', { class: 'badge', 'aria-label': `${unread} unread` }, `${unread}`)] : []),
    ),
  )
}

function preview({ chat, last, started, bot }, botId) {
  if (bot === 'kicked') return chat.type === 'private' ? 'Bot blocked' : 'Bot removed'
  if (!last) return started ? 'No messages yet' : 'Has not pressed Start'
  const text = last.message.text.replaceAll('\n', ' ').slice(0, 90)
  if (last.message.from.id === botId) return text
  return chat.type === 'private' ? `You: ${text}` : `${last.message.from.first_name}: ${text}`
}
