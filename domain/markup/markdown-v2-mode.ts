import type { EntityType } from './formatted.ts'
import { fail, mark, markLink, parseFence, startReading, take, type Reading } from './reading.ts'

type Kind = Exclude<EntityType, 'expandable_blockquote'> | 'emoji'

interface Open {
  kind: Kind
  offset: number
  sourceAt: number
  language?: string
}

/** The first match counts. */
const MARKS: readonly (readonly [string, Kind])[] = [
  ['```', 'pre'],
  ['`', 'code'],
  ['__', 'underline'],
  ['_', 'italic'],
  ['*', 'bold'],
  ['~', 'strikethrough'],
  ['||', 'spoiler'],
  ['![', 'emoji'],
  ['[', 'text_link'],
]

const ENDS: Readonly<Record<Kind, string>> = {
  bold: '*',
  italic: '_',
  underline: '__',
  strikethrough: '~',
  spoiler: '||',
  code: '`',
  pre: '```',
  text_link: ']',
  emoji: ']',
  blockquote: '\n',
}

const NAMES: Readonly<Record<Kind, string>> = {
  bold: 'bold text',
  italic: 'italic text',
  underline: 'underlined text',
  strikethrough: 'struck text',
  spoiler: 'spoiler',
  code: 'code',
  pre: 'code block',
  text_link: 'link',
  emoji: 'emoji',
  blockquote: 'quote',
}

const RESERVED = new Set('_*[]()~`>#+-=|{}.!\n')

/** Parses Telegram's MarkdownV2: markup nests, and every reserved sign that marks nothing must be escaped. */
export function parseMarkdownV2(source: string): Reading {
  const reading = startReading(source)
  const open: Open[] = []
  while (reading.at < source.length && !reading.fault) parseNext(reading, open)
  if (!reading.fault && isInQuote(open)) closeQuote(reading, open, '')
  const left = open.at(-1)
  if (left) failUnclosed(reading, left)
  return reading
}

function parseNext(reading: Reading, open: Open[]): void {
  const { source, at } = reading
  const sign = source.charAt(at)
  if (sign === '\\' && isEscapable(source, at + 1)) {
    reading.at += 1
    return take(reading)
  }
  if (!isReserved(open, sign)) return take(reading)
  if (sign === '\n') return parseLineEnd(reading, open)
  if (sign === '>') return openQuote(reading, open)
  return closesTop(reading, open) ? close(reading, open) : openMark(reading, open)
}

function isEscapable(source: string, at: number): boolean {
  const code = source.charCodeAt(at)
  return code > 0 && code <= 126
}

function isReserved(open: readonly Open[], sign: string): boolean {
  const kind = open.at(-1)?.kind
  return kind === 'code' || kind === 'pre' ? sign === '`' : RESERVED.has(sign)
}

function isInQuote(open: readonly Open[]): boolean {
  return open.some(({ kind }) => kind === 'blockquote')
}

function parseLineEnd(reading: Reading, open: Open[]): void {
  const isQuoted = isInQuote(open)
  const goesOn = isQuoted && reading.source.charAt(reading.at + 1) === '>'
  if (isQuoted && !goesOn) closeQuote(reading, open, '\n')
  else reading.text += '\n'
  reading.at += goesOn ? 2 : 1
}

/** A quote that ends with an empty spoiler mark is an expandable quote. */
function closeQuote(reading: Reading, open: Open[], ending: '\n' | ''): void {
  const top = open.at(-1)
  const isExpandable = top?.kind === 'spoiler' && /^\r?$/.test(reading.text.slice(top.offset))
  if (isExpandable) open.pop()
  const quote = open.at(-1)
  if (quote?.kind !== 'blockquote') {
    if (quote) failUnclosed(reading, quote)
    return
  }
  reading.text += ending
  open.pop()
  mark(reading, isExpandable ? 'expandable_blockquote' : 'blockquote', quote.offset)
}

function openQuote(reading: Reading, open: Open[]): void {
  const line = reading.text.slice(reading.text.lastIndexOf('\n') + 1)
  if (!/^\r*$/.test(line) || isInQuote(open)) return failReserved(reading, '>')
  push(reading, open, 'blockquote', 1)
}

function closesTop({ source, at }: Reading, open: readonly Open[]): boolean {
  const kind = open.at(-1)?.kind
  if (kind === undefined || kind === 'blockquote') return false
  const isEnd = source.startsWith(ENDS[kind], at)
  return kind === 'italic' ? isEnd && !source.startsWith('__', at) : isEnd
}

function openMark(reading: Reading, open: Open[]): void {
  const { source, at } = reading
  const found = MARKS.find(([sign]) => source.startsWith(sign, at))
  if (!found) return failReserved(reading, source.charAt(at))
  const [sign, kind] = found
  if (kind !== 'pre') return push(reading, open, kind, sign.length)
  const { bodyAt, language } = parseFence(source, at)
  push(reading, open, 'pre', bodyAt - at, language)
}

function push(reading: Reading, open: Open[], kind: Kind, width: number, language?: string): void {
  const opened = { kind, offset: reading.text.length, sourceAt: reading.at }
  open.push(language === undefined ? opened : { ...opened, language })
  reading.at += width
}

function close(reading: Reading, open: Open[]): void {
  const top = open.pop()
  if (!top) return
  const { kind, offset, language } = top
  if (kind === 'text_link' || kind === 'emoji') return closeLink(reading, { ...top, kind })
  reading.at += ENDS[kind].length
  mark(reading, kind, offset, language === undefined ? {} : { language })
}

function closeLink(reading: Reading, top: Open & { kind: 'text_link' | 'emoji' }): void {
  const shown = reading.text.slice(top.offset)
  const hasAddress = reading.source.charAt(reading.at + 1) === '('
  const address = hasAddress ? parseAddressPart(reading, top) : shown
  if (!hasAddress) reading.at += 1
  if (reading.fault) return
  if (top.kind === 'text_link') return markLink(reading, top.offset, address)
  const isEmoji = hasAddress && /^tg:(?:\/\/)?emoji\/?\?(?:[^#]*&)?id=[1-9]\d*(?:[&#]|$)/i.test(address)
  if (!isEmoji) fail(reading, 'An emoji must have an address such as tg://emoji?id=5368324170671202286', top.sourceAt)
}

/** Reads `](address)` from its first sign. */
function parseAddressPart(reading: Reading, top: Open): string {
  const { source } = reading
  let address = ''
  for (let at = reading.at + 2; at < source.length; at += 1) {
    if (source.charAt(at) === ')') {
      reading.at = at + 1
      return address
    }
    if (source.charAt(at) === '\\' && isEscapable(source, at + 1)) at += 1
    address += source.charAt(at)
  }
  fail(reading, 'The address of this link has no end: ) is missing.', top.sourceAt)
  return address
}

function failUnclosed(reading: Reading, { kind, sourceAt }: Open): void {
  fail(reading, `The ${NAMES[kind]} that begins here has no end.`, sourceAt)
}

function failReserved(reading: Reading, sign: string): void {
  fail(reading, `The sign ${sign} has a special meaning in this mode. To show it, write \\${sign}`)
}
