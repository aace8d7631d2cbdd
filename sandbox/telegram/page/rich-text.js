import { copy, element } from './element.js'

const TAGS = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strikethrough: 's',
  blockquote: 'blockquote',
  expandable_blockquote: 'blockquote',
  pre: 'pre',
  bot_command: 'span',
  mention: 'span',
  hashtag: 'span',
  text_mention: 'span',
  custom_emoji: 'span',
}

const CODE_WORD = /(?<![A-Z0-9])[A-Z0-9]{6}(?![A-Z0-9])/g

/**
 * The text of a message as nodes; entities nest as Telegram promises, one that crosses another is cut.
 * @param {{ text: string, entities?: { type: string, offset: number, length: number, url?: string }[] }} message
 */
export function renderText(message) {
  const codes = /\bcode\b/i.test(message.text)
  return build(message.text, 0, message.text.length, message.entities ?? [], codes)
}

function build(text, from, to, entities, codes) {
  const nodes = []
  let at = from
  let rest = entities
  while (rest.length > 0) {
    const [first, ...others] = rest
    const begin = Math.max(first.offset, at)
    const end = Math.min(first.offset + first.length, to)
    rest = others.filter((entity) => entity.offset + entity.length > end || entity.offset >= end)
    if (begin >= end) continue
    const inner = others.filter((entity) => entity.offset < end)
    nodes.push(
      ...plain(text.slice(at, begin), codes),
      wrap(first, text.slice(begin, end), build(text, begin, end, inner, codes)),
    )
    at = isBlock(first) && text.charAt(end) === '\n' ? end + 1 : end
  }
  return [...nodes, ...plain(text.slice(at, to), codes)]
}

/** A block ends its line by itself. */
function isBlock({ type }) {
  return type === 'pre' || type.endsWith('blockquote')
}

/** In a message about a code, words that look like one can be copied by a click. */
function plain(text, codes) {
  if (!codes) return [text]
  const nodes = []
  let at = 0
  for (const match of text.matchAll(CODE_WORD)) {
    nodes.push(text.slice(at, match.index), copyable(match[0], [match[0]]))
    at = match.index + match[0].length
  }
  return [...nodes, text.slice(at)]
}

function wrap(entity, shown, children) {
  switch (entity.type) {
    case 'code':
      return copyable(shown, [shown])
    case 'spoiler':
      return spoiler(children)
    case 'text_link':
    case 'url':
      return link(entity.url ?? shown, children)
    case 'email':
      return element('span', { class: 'marked' }, ...children)
    default: {
      const tag = TAGS[entity.type] ?? 'span'
      return element(tag, { class: tag === 'span' ? 'marked' : '' }, ...children)
    }
  }
}

function copyable(text, children) {
  return element(
    'button',
    { class: 'code', type: 'button', title: 'Copy', onclick: () => void copy(text) },
    ...children,
  )
}

function spoiler(children) {
  return element(
    'span',
    { class: 'spoiler', title: 'Show', onclick: (event) => event.currentTarget.classList.add('revealed') },
    ...children,
  )
}

/** Only web addresses become links. */
function link(address, children) {
  const href = /^https?:\/\//i.test(address) ? address : `http://${address}`
  if (/^[a-z]+:/i.test(address) && !/^https?:/i.test(address)) return element('span', { class: 'marked' }, ...children)
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
}
