import { renderChats } from './chat-list.js'
import * as conversation from './conversation.js'
import { byId } from './element.js'
import { listen, readState } from './sandbox-api.js'

/** Which chat is open stands in the address, so that a reload or a link comes back to it. */
const view = { chatId: null, search: '', unread: new Map() }
let state = { bot: { id: 0 }, people: [], chats: [], commands: [] }

async function reload() {
  state = await readState()
  byId('bot-name').textContent = state.bot.first_name
  document.title = `${state.bot.first_name} chats (sandbox)`
  renderChats(state, view)
}

async function openFromAddress() {
  const id = Number(location.hash.slice(1))
  view.chatId = Number.isSafeInteger(id) && id !== 0 ? id : null
  view.unread.delete(view.chatId)
  byId('phone').classList.toggle('talking', view.chatId !== null)
  renderChats(state, view)
  await conversation.open(view.chatId, state)
}

async function take(happening) {
  if (happening === null) {
    await reload()
    return openFromAddress()
  }
  if (happening.kind === 'chats') {
    await reload()
    return conversation.refresh(view.chatId, state)
  }
  if ('stored' in happening) note(happening)
  return conversation.take(happening)
}

function note({ kind, chatId, stored }) {
  const known = state.chats.find(({ chat }) => chat.id === chatId)
  const isNew = kind === 'message'
  if (known && (isNew || known.last?.message.message_id === stored.message.message_id)) known.last = stored
  const isRead = view.chatId === chatId || stored.message.from.id !== state.bot.id
  if (isNew && !isRead) view.unread.set(chatId, (view.unread.get(chatId) ?? 0) + 1)
  renderChats(state, view)
}

byId('search').addEventListener('input', (event) => {
  view.search = event.target.value
  renderChats(state, view)
})
byId('back').addEventListener('click', () => (location.hash = ''))
addEventListener('hashchange', () => void openFromAddress())

await reload()
await openFromAddress()
listen(take)
