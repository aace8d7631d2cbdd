import type { Entity, EntityType } from './formatted.ts'
import { fail, mark, markLink, startReading, take, type Reading } from './reading.ts'

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
const OTHERS = new Set(['a', 'tg-emoji', 'pre', 'code', 'blockquote'])

interface OpenTag {
  name: string
  attributes: ReadonlyMap<string, string>
  offset: number
  sourceAt: number
}

/** Parses Telegram's HTML mode. */
export function parseHtml(source: string): Reading {
  const reading = startReading(source)
  const open: OpenTag[] = []
  while (reading.at < source.length && !reading.fault) parseNext(reading, open)
  const left = open.at(-1)
  if (left) fail(reading, `The tag <${left.name}> is never closed.`, left.sourceAt)
  return { ...reading, entities: reading.entities.map(withoutLoneLanguage) }
}

function parseNext(reading: Reading, open: OpenTag[]): void {
  const { source, at } = reading
  if (source.startsWith('</', at)) return parseEnd(reading, open)
  if (source.charAt(at) === '<') return parseStart(reading, open)
  const reference = parseReference(source, at)
  if (!reference) return take(reading)
  reading.text += reference.text
  reading.at = reference.next
}

const START = /^<([^\s>]*)/

function parseStart(reading: Reading, open: OpenTag[]): void {
  const { source, at } = reading
  const written = START.exec(source.slice(at))?.[1] ?? ''
  const name = written.toLowerCase()
  if (!TYPES.has(name) && !OTHERS.has(name)) {
    const what = /^[a-z]/i.test(name) ? `There is no tag <${name}> in Telegram.` : 'This < does not open a tag.'
    return fail(reading, `${what} To show the sign itself, write &lt;`)
  }
  const attributes = new Map<string, string>()
  reading.at += 1 + written.length
  while (!reading.fault && source.charAt(reading.at) !== '>') parseAttribute(reading, attributes, at)
  if (reading.fault) return
  reading.at += 1
  if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
    return fail(reading, 'A <span> must have class="tg-spoiler".', at)
  }
  if (name === 'tg-emoji' && !/^[1-9]\d*$/.test(attributes.get('emoji-id') ?? '')) {
    return fail(reading, 'A <tg-emoji> must have an emoji-id.', at)
  }
  open.push({ name, attributes, offset: reading.text.length, sourceAt: at })
}

const ATTRIBUTE = /^\s*([^\s=>]+)\s*(=\s*)?/

function parseAttribute(reading: Reading, attributes: Map<string, string>, tagAt: number): void {
  const rest = reading.source.slice(reading.at)
  if (/^\s*$/.test(rest)) return fail(reading, 'This tag has no end: > is missing.', tagAt)
  const space = /^\s+(?=>)/.exec(rest)
  if (space) {
    reading.at += space[0].length
    return
  }
  const match = ATTRIBUTE.exec(rest)
  if (!match) return fail(reading, 'This = has no name before it.')
  const [whole, name = '', equals] = match
  reading.at += whole.length
  if (equals === undefined) attributes.set(name, '')
  else parseValue(reading, attributes, name, tagAt)
}

function parseValue(reading: Reading, attributes: Map<string, string>, name: string, tagAt: number): void {
  const { source, at } = reading
  const quote = source.charAt(at)
  if (quote === '"' || quote === "'") {
    const end = source.indexOf(quote, at + 1)
    if (end < 0 || end + 1 >= source.length) return fail(reading, 'This tag has no end: a quote is missing.', tagAt)
    attributes.set(name, decodeReferences(source.slice(at + 1, end)))
    reading.at = end + 1
    return
  }
  const token = /^[a-z0-9.-]*(?=[\s>])/i.exec(source.slice(at))?.[0]
  if (token === undefined) return fail(reading, 'Put the value of this attribute into quotes.')
  attributes.set(name, token.toLowerCase())
  reading.at += token.length
}

function parseEnd(reading: Reading, open: OpenTag[]): void {
  const [whole, name = ''] = /^<\/([^\s>]*)\s*>/.exec(reading.source.slice(reading.at)) ?? []
  if (whole === undefined) return fail(reading, 'This end tag has no end: > is missing.')
  const tag = open.pop()
  if (!tag) return fail(reading, `</${name}> closes nothing.`)
  if (name !== '' && name !== tag.name) return fail(reading, `</${tag.name}> must come here, not </${name}>.`)
  reading.at += whole.length
  close(reading, tag)
}

function close(reading: Reading, { name, attributes, offset }: OpenTag): void {
  const type = TYPES.get(name)
  if (type) return mark(reading, type, offset)
  if (name === 'a') return markLink(reading, offset, attributes.get('href') || reading.text.slice(offset))
  if (name === 'blockquote') return mark(reading, attributes.has('expandable') ? 'expandable_blockquote' : name, offset)
  if (name === 'pre' || name === 'code') closeCode(reading, name, attributes, offset)
}

/** `<pre><code class="language-x">` over the same characters is one block in a language, in either order. */
function closeCode(
  reading: Reading,
  name: 'pre' | 'code',
  attributes: ReadonlyMap<string, string>,
  offset: number,
): void {
  const own = name === 'code' ? /^language-(.*)$/s.exec(attributes.get('class') ?? '')?.[1] : undefined
  const last = reading.entities.at(-1)
  const covers = last?.offset === offset && last.length === reading.text.length - offset
  const partner = covers && last.type === (name === 'pre' ? 'code' : 'pre') ? last : null
  const language = name === 'pre' ? partner?.language : own
  if (partner && language) reading.entities.pop()
  const type = partner && language ? 'pre' : name
  mark(reading, type, offset, language ? { language } : {})
}

/** A language on code without a block around it is dropped. */
function withoutLoneLanguage(entity: Entity): Entity {
  return entity.type === 'code' ? { type: 'code', offset: entity.offset, length: entity.length } : entity
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
])

/** `&lt;`, `&#60;`, `&#x3c;`, with or without the semicolon; null for ordinary text. */
function parseReference(source: string, at: number): { text: string; next: number } | null {
  if (source.charAt(at) !== '&') return null
  const [whole, hex, decimal, name = ''] =
    /^&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]+));?/i.exec(source.slice(at, at + 12)) ?? []
  if (whole === undefined) return null
  if (name !== '') return parseName(source, at, name)
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? { text: String.fromCodePoint(code), next: at + whole.length } : null
}

function parseName(source: string, at: number, name: string): { text: string; next: number } | null {
  const text = NAMED.get(name)
  if (text === undefined) return null
  const end = at + 1 + name.length
  return { text, next: source.charAt(end) === ';' ? end + 1 : end }
}

function decodeReferences(text: string): string {
  let decoded = ''
  for (let at = 0; at < text.length;) {
    const reference = parseReference(text, at)
    decoded += reference?.text ?? text.charAt(at)
    at = reference?.next ?? at + 1
  }
  return decoded
}
