import type { EntityType, MessageEntity } from '../wire.ts'
import { byteOffset, isSpace, sortEntities, type Parsed } from './entity.ts'
import { decodeReference } from './html-reference.ts'
import { readStartTag, type StartTag } from './html-tag.ts'
import { linkEntity, type FindUser } from './links.ts'

const TYPES: ReadonlyMap<string, EntityType> = new Map([
  ['b', 'bold'],
  ['strong', 'bold'],
  ['i', 'italic'],
  ['em', 'italic'],
  ['u', 'underline'],
  ['ins', 'underline'],
  ['s', 'strikethrough'],
  ['strike', 'strikethrough'],
  ['del', 'strikethrough'],
  ['span', 'spoiler'],
  ['tg-spoiler', 'spoiler'],
])

interface Open extends StartTag {
  offset: number
}

interface Reading {
  source: string
  at: number
  text: string
  entities: MessageEntity[]
  open: Open[]
  findUser: FindUser
}

/** Reads `HTML`: the first thing that Telegram would complain of, or the text with its entities. */
export function parseHtml(source: string, findUser: FindUser): Parsed {
  const reading: Reading = { source, at: 0, text: '', entities: [], open: [], findUser }
  while (reading.at < source.length) {
    const problem = readNext(reading)
    if (problem) return { ok: false, problem }
  }
  const top = reading.open.at(-1)
  if (top) return { ok: false, problem: `Can't find end tag corresponding to start tag "${top.name}"` }
  if (!reading.text.isWellFormed()) {
    const problem =
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units'
    return { ok: false, problem }
  }
  return { ok: true, formatted: { text: reading.text, entities: sortEntities(reading.entities.map(withoutGuess)) } }
}

function readNext(reading: Reading): string | null {
  const character = reading.source.charAt(reading.at)
  if (character === '<') return reading.source.charAt(reading.at + 1) === '/' ? readEnd(reading) : readStart(reading)
  const reference = character === '&' ? decodeReference(reading.source, reading.at) : null
  reading.text += reference?.text ?? character
  reading.at = reference?.next ?? reading.at + 1
  return null
}

function readStart(reading: Reading): string | null {
  const tag = readStartTag(reading.source, reading.at)
  if ('problem' in tag) return tag.problem
  reading.open.push({ ...tag, offset: reading.text.length })
  reading.at = tag.next
  return null
}

function readEnd(reading: Reading): string | null {
  const { source, at: begin } = reading
  const top = reading.open.at(-1)
  const offset = byteOffset(source, begin)
  if (!top) return `Unexpected end tag at byte offset ${offset}`
  let at = begin + 2
  while (!isSpace(source[at]) && source[at] !== '>') at += 1
  const name = source.slice(begin + 2, at)
  while (at < source.length && isSpace(source[at])) at += 1
  if (source[at] !== '>') return `Unclosed end tag at byte offset ${offset}`
  if (name !== '' && name !== top.name) {
    return `Unmatched end tag at byte offset ${offset}, expected "</${top.name}>", found "</${name}>"`
  }
  reading.open.pop()
  reading.at = at + 1
  close(reading, top)
  return null
}

function close(reading: Reading, tag: Open): void {
  const span = { offset: tag.offset, length: reading.text.length - tag.offset }
  if (span.length === 0) return
  const entity = toEntity(reading, tag, span)
  if (entity) reading.entities.push(entity)
}

interface Span {
  offset: number
  length: number
}

function toEntity(reading: Reading, tag: Open, span: Span): MessageEntity | null {
  const type = TYPES.get(tag.name)
  if (type) return { type, ...span }
  switch (tag.name) {
    case 'a':
      return linkEntity(span, tag.argument || reading.text.slice(span.offset), reading.findUser)
    case 'tg-emoji':
      return { type: 'custom_emoji', ...span, custom_emoji_id: tag.argument }
    case 'blockquote':
      return { type: tag.argument === 'expandable' ? 'expandable_blockquote' : 'blockquote', ...span }
    default:
      return codeEntity(reading, tag, span)
  }
}

/** `<pre><code class="language-x">` over the same characters is one block in a language, in either order. */
function codeEntity(reading: Reading, tag: Open, span: Span): MessageEntity {
  const last = reading.entities.at(-1)
  const covers = last?.offset === span.offset && last.length === span.length
  const partner = tag.name === 'pre' ? 'code' : 'pre'
  const language = tag.name === 'pre' ? last?.language : tag.argument
  if (last && covers && last.type === partner && language) {
    reading.entities.pop()
    return { type: 'pre', ...span, language }
  }
  return { type: tag.name === 'pre' ? 'pre' : 'code', ...span, ...(tag.argument ? { language: tag.argument } : {}) }
}

/** A language on `code` that found no `pre` around it means nothing. */
function withoutGuess(entity: MessageEntity): MessageEntity {
  return entity.type === 'code' ? { type: 'code', offset: entity.offset, length: entity.length } : entity
}
