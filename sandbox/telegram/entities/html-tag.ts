import { byteOffset, isSpace } from './entity.ts'
import { decodeReference } from './html-reference.ts'

export interface StartTag {
  name: string
  argument: string
  next: number
}

interface Problem {
  problem: string
}

const SUPPORTED = new Set('a b strong i em s strike del u ins tg-spoiler tg-emoji span pre code blockquote'.split(' '))

/** Reads `<name attribute="value" …>` at `begin`. `argument` is the one value that means something for this tag. */
export function readStartTag(source: string, begin: number): StartTag | Problem {
  const offset = byteOffset(source, begin)
  let at = begin + 1
  while (!isSpace(source[at]) && source[at] !== '>') at += 1
  if (at >= source.length) return { problem: `Unclosed start tag at byte offset ${offset}` }
  const name = source.slice(begin + 1, at).toLowerCase()
  if (!SUPPORTED.has(name)) return { problem: `Unsupported start tag "${name}" at byte offset ${offset}` }
  const attributes = readAttributes(source, at, { name, offset })
  if ('problem' in attributes) return attributes
  const argument = readArgument(name, attributes.values)
  if (name === 'span' && argument !== 'tg-spoiler') {
    return { problem: `Tag "span" must have class "tg-spoiler" at byte offset ${offset}` }
  }
  if (name === 'tg-emoji' && !/^[1-9]\d*$/.test(argument)) {
    return { problem: 'Invalid custom emoji identifier specified' }
  }
  return { name, argument, next: attributes.next }
}

function readArgument(name: string, values: ReadonlyMap<string, string>): string {
  switch (name) {
    case 'a':
      return values.get('href') ?? ''
    case 'span':
      return values.get('class') ?? ''
    case 'tg-emoji':
      return values.get('emoji-id') ?? ''
    case 'code':
      return /^language-(.*)$/s.exec(values.get('class') ?? '')?.[1] ?? ''
    case 'blockquote':
      return values.has('expandable') ? 'expandable' : ''
    default:
      return ''
  }
}

interface Tag {
  name: string
  offset: number
}

function readAttributes(
  source: string,
  start: number,
  tag: Tag,
): { values: Map<string, string>; next: number } | Problem {
  const values = new Map<string, string>()
  let at = start
  for (;;) {
    at = skipSpaces(source, at)
    if (at >= source.length) return { problem: `Unclosed start tag "${tag.name}" at byte offset ${tag.offset}` }
    if (source[at] === '>') return { values, next: at + 1 }
    const begin = at
    while (!isSpace(source[at]) && source[at] !== '=' && source[at] !== '>') at += 1
    const attribute = source.slice(begin, at)
    if (attribute === '')
      return { problem: `Empty attribute name in the tag "${tag.name}" at byte offset ${tag.offset}` }
    at = skipSpaces(source, at)
    if (source[at] !== '=') {
      values.set(attribute, '')
      continue
    }
    const value = readValue(source, skipSpaces(source, at + 1), tag)
    if ('problem' in value) return value
    values.set(attribute, value.text)
    at = value.next
  }
}

function readValue(source: string, at: number, tag: Tag): { text: string; next: number } | Problem {
  if (at >= source.length) return { problem: `Unclosed start tag "${tag.name}" at byte offset ${tag.offset}` }
  const quote = source.charAt(at)
  if (quote === '"' || quote === "'") return readQuoted(source, at + 1, quote, tag)
  const token = /^[a-z0-9.-]*/i.exec(source.slice(at))?.[0] ?? ''
  const next = at + token.length
  if (!isSpace(source[next]) && source[next] !== '>') {
    return { problem: `Unexpected end of name token at byte offset ${byteOffset(source, at)}` }
  }
  if (next >= source.length) return { problem: `Unclosed start tag at byte offset ${tag.offset}` }
  return { text: token.toLowerCase(), next }
}

function readQuoted(source: string, start: number, quote: string, tag: Tag): { text: string; next: number } | Problem {
  let at = start
  let text = ''
  while (at < source.length && source[at] !== quote) {
    const reference = source[at] === '&' ? decodeReference(source, at) : null
    text += reference?.text ?? source.charAt(at)
    at = reference?.next ?? at + 1
  }
  if (at + 1 >= source.length) return { problem: `Unclosed start tag at byte offset ${tag.offset}` }
  return { text, next: at + 1 }
}

function skipSpaces(source: string, start: number): number {
  let at = start
  while (at < source.length && isSpace(source[at])) at += 1
  return at
}
