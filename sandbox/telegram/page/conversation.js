import { byId, copy, dayName, element, paintAvatar, showAlert, toast } from './element.js'
import { nameOf, renderMessage } from './message.js'
import * as sandbox from './sandbox-api.js'
import { titleOf } from './chat-list.js'

const log = byId('log')
const text = byId('text')
const writer = byId('writer')

/** What is open: its chat, the state it stands in, its messages, and what is being replied to. */
let known = null
let state = null
let messages = []
let replyTo = null

export async function open(chatId, newState) {
  const isOther = known?.chat.id !== chatId
  refresh(chatId, newState)
  if (!known) return
  if (isOther) reply(null)
  const read = await sandbox.readMessages(chatId)
  // Another chat was opened meanwhile, and has messages of its own.
  if (known?.chat.id !== chatId) return
  messages = read
  renderLog()
  scrollDown()
}

/** Takes new facts about the chat, without touching the messages. */
export function refresh(chatId, newState) {
  state = newState
  known = state.chats.find(({ chat }) => chat.id === chatId) ?? null
  byId('talk').hidden = !known
  byId('nothing').hidden = Boolean(known)
  if (known) renderFrame()
}

export function take(happening) {
  if (happening.chatId !== known?.chat.id) return
  if (happening.kind === 'answer') return showAnswer(happening.answer)
  const wasDown = isDown()
  if (happening.kind === 'removed') {
    messages = messages.filter(({ message }) => message.message_id !== happening.messageId)
    return renderLog()
  }
  const id = happening.stored.message.message_id
  const isKnown = messages.some(({ message }) => message.message_id === id)
  messages = isKnown
    ? messages.map((stored) => (stored.message.message_id === id ? happening.stored : stored))
    : [...messages, happening.stored]
  renderLog()
  if (wasDown) scrollDown()
}

function showAnswer(answer) {
  for (const key of log.querySelectorAll('.waiting')) key.classList.remove('waiting')
  if (answer.text && answer.alert) showAlert(answer.text)
  else if (answer.text) toast(answer.text)
}

function renderFrame() {
  const { chat, started, bot, members } = known
  paintAvatar(byId('talk-avatar'), chat.id, titleOf(chat))
  byId('talk-title').textContent = titleOf(chat)
  byId('talk-id').textContent = `id ${chat.id}`
  const isPrivate = chat.type === 'private'
  byId('talk-about').textContent = isPrivate ? `@${chat.username ?? 'no handle'}` : `${members.length} members`
  const isIn = bot === 'member' || bot === 'administrator'
  byId('membership').textContent = isPrivate ? (isIn ? 'Block bot' : 'Unblock') : isIn ? 'Remove bot' : 'Add bot'
  byId('membership').hidden = isPrivate && !started
  byId('start').hidden = !isPrivate || started
  byId('write').hidden = isPrivate && !started
  byId('as').hidden = isPrivate
  const chosen = writer.value
  writer.replaceChildren(...members.map((id) => element('option', { value: `${id}` }, nameById(id))))
  if (members.includes(Number(chosen))) writer.value = chosen
  const commands = state.commands.map((command) => commandRow(command))
  byId('commands').replaceChildren(...commands)
  byId('open-commands').hidden = commands.length === 0
}

function nameById(id) {
  const person = state.people.find((one) => one.id === id)
  return person ? nameOf(person) : `id ${id}`
}

function commandRow({ command, description }) {
  const send = () => {
    openCommands(false)
    void write(`/${command}`)
  }
  return element(
    'button',
    { type: 'button', role: 'menuitem', onclick: send },
    element('b', {}, `/${command}`),
    ` ${description}`,
  )
}

const me = () => Number(writer.value)

function renderLog() {
  const nodes = []
  let day = ''
  let last = null
  for (const stored of messages) {
    const { message } = stored
    const today = dayName(message.date)
    if (today !== day) nodes.push(element('p', { class: 'day' }, element('span', {}, today)))
    const own = message.from.id === me()
    const named = !own && known.chat.type !== 'private' && (last !== message.from.id || today !== day)
    nodes.push(renderMessage(stored, { own, named, onPress: press, onReply: reply }))
    day = today
    last = message.from.id
  }
  if (nodes.length === 0) nodes.push(element('p', { class: 'day' }, element('span', {}, 'Nothing here yet')))
  log.replaceChildren(...nodes)
}

async function press(message, button, node) {
  node.classList.add('waiting')
  setTimeout(() => node.classList.remove('waiting'), 8000)
  await attempt(() => sandbox.press(known.chat.id, me(), message.message_id, button.callback_data))
}

function reply(message) {
  replyTo = message
  byId('replying').hidden = !message
  byId('replying-to').textContent = message ? `${message.from.first_name}: ${message.text.slice(0, 90)}` : ''
  if (message) text.focus()
}

async function write(words) {
  const sent = await attempt(() => sandbox.say(known.chat.id, me(), words, replyTo?.message_id))
  if (sent) reply(null)
  scrollDown()
  return sent
}

async function attempt(act) {
  try {
    await act()
    return true
  } catch (error) {
    toast(error instanceof Error ? error.message : 'Refused')
    return false
  }
}

function isDown() {
  return log.scrollHeight - log.scrollTop - log.clientHeight < 80
}

function scrollDown() {
  log.scrollTop = log.scrollHeight
}

function openCommands(shown) {
  byId('commands').hidden = !shown
  byId('open-commands').setAttribute('aria-expanded', `${shown}`)
}

function grow() {
  text.style.height = 'auto'
  text.style.height = `${Math.min(text.scrollHeight, 180)}px`
}

async function submit() {
  const words = text.value
  if (words.trim() === '') return
  if (!(await write(words))) return
  text.value = ''
  grow()
}

function toggleMembership() {
  const { chat, bot } = known
  const isIn = bot === 'member' || bot === 'administrator'
  if (chat.type === 'private') return attempt(() => sandbox.setBlocked(chat.id, isIn))
  return attempt(() => sandbox.setBot(chat.id, isIn ? 'kicked' : 'member'))
}

byId('write').addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
text.addEventListener('input', grow)
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  void submit()
})
writer.addEventListener('change', renderLog)
log.addEventListener('scroll', () => (byId('newest').hidden = isDown()))
byId('newest').addEventListener('click', scrollDown)
byId('open-commands').addEventListener('click', () => openCommands(byId('commands').hidden))
byId('no-reply').addEventListener('click', () => reply(null))
byId('start').addEventListener('click', () => void attempt(() => sandbox.start(known.chat.id)))
byId('membership').addEventListener('click', () => void toggleMembership())
byId('talk-id').addEventListener('click', () => void copy(`${known.chat.id}`))
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') openCommands(false)
})
