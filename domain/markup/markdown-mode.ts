import type { EntityType } from './formatted.ts'
import { fail, mark, markLink, parseFence, startReading, take, type Reading } from './reading.ts'

const SIGNS = '_*`['
const NAMES: Readonly<Record<string, string>> = { '*': 'bold', _: 'italic', '`': 'code', '[': 'link' }

/** Parses Telegram's old Markdown: nothing nests, and a sign can be escaped only outside of marked-up text. */
export function parseMarkdown(source: string): Reading {
  const reading = startReading(source)
  while (reading.at < source.length && !reading.fault) parseNext(reading)
  return reading
}

function parseNext(reading: Reading): void {
  const { source, at } = reading
  const sign = source.charAt(at)
  const next = source.charAt(at + 1)
  if (sign === '\\' && next !== '' && SIGNS.includes(next)) {
    reading.at += 1
    return take(reading)
  }
  if (!SIGNS.includes(sign)) return take(reading)
  return source.startsWith('```', at) ? parseBlock(reading) : parseSpan(reading, sign)
}

function parseBlock(reading: Reading): void {
  const { source, at } = reading
  const { bodyAt, language } = parseFence(source, at)
  const end = source.indexOf('```', bodyAt)
  if (end < 0) return fail(reading, 'The code block that begins here has no end.')
  const offset = reading.text.length
  reading.text += source.slice(bodyAt, end)
  mark(reading, 'pre', offset, language === undefined ? {} : { language })
  reading.at = end + 3
}

function parseSpan(reading: Reading, sign: string): void {
  const { source, at } = reading
  const end = source.indexOf(sign === '[' ? ']' : sign, at + 1)
  if (end < 0) {
    return fail(
      reading,
      `The ${NAMES[sign] ?? 'markup'} that begins here has no end. To show the sign itself, write \\${sign}`,
    )
  }
  const offset = reading.text.length
  const shown = source.slice(at + 1, end)
  reading.text += shown
  reading.at = end + 1
  if (sign !== '[') return mark(reading, typeOf(sign), offset)
  if (source.charAt(end + 1) !== '(') return shown === '' ? undefined : markLink(reading, offset, shown)
  const close = source.indexOf(')', end + 2)
  const addressEnd = close < 0 ? source.length : close
  reading.at = addressEnd + 1
  markLink(reading, offset, source.slice(end + 2, addressEnd))
}

function typeOf(sign: string): EntityType {
  if (sign === '`') return 'code'
  return sign === '*' ? 'bold' : 'italic'
}
