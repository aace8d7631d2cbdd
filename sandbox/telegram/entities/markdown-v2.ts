import type { EntityType, MessageEntity } from '../wire.ts'
import { byteOffset, sortEntities, type Parsed } from './entity.ts'
import { readFence } from './fence.ts'
import { linkEntity, readEmojiLink, type FindUser } from './links.ts'

/** The names that Telegram's refusals use. */
const NAMES = {
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strikethrough: 'Strikethrough',
  spoiler: 'Spoiler',
  code: 'Code',
  pre: 'Pre',
  text_link: 'TextUrl',
  custom_emoji: 'CustomEmoji',
  blockquote: 'BlockQuote',
} as const

type Kind = keyof typeof NAMES

interface Open {
  kind: Kind
  offset: number
  sourceAt: number
  language?: string
}

interface Reading {
  source: string
  at: number
  text: string
  entities: MessageEntity[]
  open: Open[]
  findUser: FindUser
}

const MARKS: readonly (readonly [string, Kind])[] = [
  ['```', 'pre'],
  ['`', 'code'],
  ['__', 'underline'],
  ['_', 'italic'],
  ['*', 'bold'],
  ['~', 'strikethrough'],
  ['||', 'spoiler'],
  ['![', 'custom_emoji'],
  ['[', 'text_link'],
]

const ENDS: Record<Kind, string> = {
  bold: '*',
  italic: '_',
  underline: '__',
  strikethrough: '~',
  spoiler: '||',
  code: '`',
  pre: '```',
  text_link: ']',
  custom_emoji: ']',
  blockquote: '\n',
}

const RESERVED = new Set('_*[]()~`>#+-=|{}.!\n')

/** Reads `MarkdownV2`: the first thing that Telegram would complain of, or the text with its entities. */
export function parseMarkdownV2(source: string, findUser: FindUser): Parsed {
  const reading: Reading = { source, at: 0, text: '', entities: [], open: [], findUser }
  while (reading.at < source.length) {
    const problem = readNext(reading)
    if (problem) return { ok: false, problem }
  }
  const problem = finish(reading)
  if (problem) return { ok: false, problem }
  return { ok: true, formatted: { text: reading.text, entities: sortEntities(reading.entities) } }
}

function readNext(reading: Reading): string | null {
  const character = reading.source.charAt(reading.at)
  if (character === '\\' && isEscapable(reading.source, reading.at + 1)) {
    reading.text += reading.source.charAt(reading.at + 1)
    reading.at += 2
    return null
  }
  if (!isReserved(reading, character)) {
    reading.text += character
    reading.at += 1
    return null
  }
  if (character === '\n') return readLineEnd(reading)
  if (character === '>') return openQuote(reading)
  return closesTop(reading) ? close(reading) : openMark(reading)
}

function isEscapable(source: string, at: number): boolean {
  const code = source.charCodeAt(at)
  return code > 0 && code <= 126
}

function isReserved(reading: Reading, character: string): boolean {
  const kind = reading.open.at(-1)?.kind
  return kind === 'code' || kind === 'pre' ? character === '`' : RESERVED.has(character)
}

function readLineEnd(reading: Reading): string | null {
  const quoted = reading.open.some((open) => open.kind === 'blockquote')
  const goesOn = quoted && reading.source.charAt(reading.at + 1) === '>'
  if (quoted && !goesOn) {
    const problem = closeQuote(reading, '\n')
    if (problem) return problem
  } else {
    reading.text += '\n'
  }
  reading.at += goesOn ? 2 : 1
  return null
}

/** A quote that ends in an empty spoiler mark is one that can be expanded. */
function closeQuote(reading: Reading, ending: '\n' | ''): string | null {
  const top = reading.open.at(-1)
  const expandable = top?.kind === 'spoiler' && /^\r?$/.test(reading.text.slice(top.offset))
  if (expandable) reading.open.pop()
  const quote = reading.open.at(-1)
  if (quote?.kind !== 'blockquote') return unclosed(reading)
  reading.text += ending
  reading.open.pop()
  add(reading, expandable ? 'expandable_blockquote' : 'blockquote', quote)
  return null
}

function openQuote(reading: Reading): string | null {
  const line = reading.text.slice(reading.text.lastIndexOf('\n') + 1)
  if (!/^\r*$/.test(line) || reading.open.some((open) => open.kind === 'blockquote')) return unescaped('>')
  push(reading, 'blockquote', 1)
  return null
}

function closesTop(reading: Reading): boolean {
  const kind = reading.open.at(-1)?.kind
  if (kind === undefined || kind === 'blockquote') return false
  const isEnd = reading.source.startsWith(ENDS[kind], reading.at)
  return kind === 'italic' ? isEnd && !reading.source.startsWith('__', reading.at) : isEnd
}

function openMark(reading: Reading): string | null {
  const mark = MARKS.find(([sign]) => reading.source.startsWith(sign, reading.at))
  if (!mark) return unescaped(reading.source.charAt(reading.at))
  const [sign, kind] = mark
  if (kind !== 'pre') {
    push(reading, kind, sign.length)
    return null
  }
  const fence = readFence(reading.source, reading.at)
  push(reading, 'pre', fence.bodyAt - reading.at, fence.language)
  return null
}

function push(reading: Reading, kind: Kind, width: number, language?: string): void {
  reading.open.push({ kind, offset: reading.text.length, sourceAt: reading.at, ...(language ? { language } : {}) })
  reading.at += width
}

function close(reading: Reading): string | null {
  const top = reading.open.pop()
  if (!top) return null
  if (top.kind === 'text_link') return closeLink(reading, top)
  if (top.kind === 'custom_emoji') return closeEmoji(reading, top)
  reading.at += ENDS[top.kind].length
  add(reading, top.kind, top)
  return null
}

function closeLink(reading: Reading, top: Open): string | null {
  const shown = reading.text.slice(top.offset)
  const address = readAddress(reading, 'a URL')
  if (address && 'problem' in address) return address.problem
  const span = { offset: top.offset, length: shown.length }
  const entity = span.length > 0 ? linkEntity(span, address?.value ?? shown, reading.findUser) : null
  if (entity) reading.entities.push(entity)
  return null
}

function closeEmoji(reading: Reading, top: Open): string | null {
  const address = readAddress(reading, 'a custom emoji URL')
  if (!address) return 'Custom emoji entity must contain a tg://emoji URL'
  if ('problem' in address) return address.problem
  const emoji = readEmojiLink(address.value)
  if ('problem' in emoji) return emoji.problem
  const length = reading.text.length - top.offset
  if (length > 0) reading.entities.push({ type: 'custom_emoji', offset: top.offset, length, custom_emoji_id: emoji.id })
  return null
}

/** Reads `](address)` from the closing bracket; null where no round bracket follows it. */
function readAddress(reading: Reading, what: string): { value: string } | { problem: string } | null {
  const { source } = reading
  if (source.charAt(reading.at + 1) !== '(') {
    reading.at += 1
    return null
  }
  const begin = reading.at + 2
  let at = begin
  let value = ''
  while (at < source.length && source.charAt(at) !== ')') {
    if (source.charAt(at) === '\\' && isEscapable(source, at + 1)) at += 1
    value += source.charAt(at)
    at += 1
  }
  if (at >= source.length) return { problem: `Can't find end of ${what} at byte offset ${byteOffset(source, begin)}` }
  reading.at = at + 1
  return { value }
}

function add(reading: Reading, type: EntityType, open: Open): void {
  const length = reading.text.length - open.offset
  if (length === 0) return
  reading.entities.push({ type, offset: open.offset, length, ...(open.language ? { language: open.language } : {}) })
}

function finish(reading: Reading): string | null {
  if (reading.open.some((open) => open.kind === 'blockquote')) {
    const problem = closeQuote(reading, '')
    if (problem) return problem
  }
  return reading.open.length > 0 ? unclosed(reading) : null
}

function unclosed(reading: Reading): string {
  const top = reading.open.at(-1)
  if (!top) throw new Error('nothing is open')
  const name = top.language ? 'PreCode' : NAMES[top.kind]
  return `Can't find end of ${name} entity at byte offset ${byteOffset(reading.source, top.sourceAt)}`
}

function unescaped(character: string): string {
  return `Character '${character}' is reserved and must be escaped with the preceding '\\'`
}
