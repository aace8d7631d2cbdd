import { clock, copy, element } from './element.js'
import { renderText } from './rich-text.js'

/**
 * One message with its keyboard. `own`: whether the person who looks wrote it.
 * @param {{ message: any, silent: boolean }} stored
 * @param {{ own: boolean, named: boolean, onPress: Function, onReply: Function }} view
 */
export function renderMessage({ message, silent }, view) {
  const bubble = element(
    'div',
    { class: 'bubble' },
    ...(view.named ? [element('p', { class: `name ink-${Math.abs(message.from.id) % 7}` }, nameOf(message.from))] : []),
    ...(message.reply_to_message ? [quoted(message.reply_to_message)] : []),
    ...(message.photo ? [photo(message.photo[0].url)] : []),
    ...(message.document ? [file(message.document)] : []),
    element('div', { class: 'text' }, ...body(message), stamp(message, silent)),
  )
  const reply = element(
    'button',
    { class: 'reply', type: 'button', 'aria-label': 'Reply', onclick: () => view.onReply(message) },
    '↩',
  )
  return element(
    'article',
    { class: view.own ? 'message own' : 'message', 'data-id': `${message.message_id}` },
    element('div', { class: 'line' }, bubble, reply),
    ...(message.reply_markup ? [keyboard(message, view.onPress)] : []),
  )
}

export function nameOf(user) {
  return [user.first_name, user.last_name].filter(Boolean).join(' ')
}

/** A picture is named, not fetched. */
function photo(url) {
  return element('a', { class: 'photo', href: url, target: '_blank', rel: 'noopener noreferrer' }, '🖼 ', url)
}

/** A file that came along, to be opened. */
function file({ file_name: name, url }) {
  return element('a', { class: 'photo', href: url, download: name }, '📄 ', name)
}

function body(message) {
  if (message.migrate_to_chat_id) return [`This group became the supergroup ${message.migrate_to_chat_id}.`]
  if (message.migrate_from_chat_id) return [`This supergroup was the group ${message.migrate_from_chat_id}.`]
  return renderText(message)
}

function quoted(message) {
  return element(
    'div',
    { class: 'quoted' },
    element('p', { class: `name ink-${Math.abs(message.from.id) % 7}` }, nameOf(message.from)),
    element('p', {}, message.text.replaceAll('\n', ' ').slice(0, 120)),
  )
}

function stamp(message, silent) {
  const marks = [silent ? 'silent' : '', message.edit_date ? 'edited' : '', clock(message.date)].filter(Boolean)
  return element('span', { class: 'stamp' }, marks.join(' · '))
}

function keyboard(message, onPress) {
  const rows = message.reply_markup.inline_keyboard.map((row) =>
    element('div', { class: 'keys' }, ...row.map((button) => key(message, button, onPress))),
  )
  return element('div', { class: 'keyboard' }, ...rows)
}

function key(message, button, onPress) {
  if (button.url) {
    return element(
      'a',
      { class: 'key', href: button.url, target: '_blank', rel: 'noopener noreferrer' },
      button.text,
      ' ↗',
    )
  }
  const act = button.copy_text
    ? () => void copy(button.copy_text.text)
    : (event) => onPress(message, button, event.currentTarget)
  return element('button', { class: 'key', type: 'button', onclick: act }, button.text)
}
