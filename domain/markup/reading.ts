import type { Entity, EntityType } from './formatted.ts'

/** A fault in a text, and its offset. */
export interface Fault {
  sentence: string
  at: number
}

/** The state of a text while its markup is read. */
export interface Reading {
  readonly source: string
  at: number
  text: string
  entities: Entity[]
  fault: Fault | null
}

export function startReading(source: string): Reading {
  return { source, at: 0, text: '', entities: [], fault: null }
}

/** Takes this many characters as they are. */
export function take(reading: Reading, count = 1): void {
  reading.text += reading.source.slice(reading.at, reading.at + count)
  reading.at += count
}

export function fail(reading: Reading, sentence: string, at = reading.at): void {
  reading.fault ??= { sentence, at }
}

/** Marks up the text since an offset; does nothing if it is empty. */
export function mark(
  reading: Reading,
  type: EntityType,
  offset: number,
  more: Pick<Entity, 'url' | 'language'> = {},
): void {
  const length = reading.text.length - offset
  if (length > 0) reading.entities.push({ type, offset, length, ...more })
}

/** Adds a link if Telegram accepts its address; else its text stays plain. */
export function markLink(reading: Reading, offset: number, address: string): void {
  const url = parseAddress(address)
  if (url !== null) mark(reading, 'text_link', offset, { url })
}

/** `xn--p1ai` is the form of `рф` that browsers copy. */
const HOST = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)\.?$/iu
const NUMBERS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** The address as Telegram keeps it; null if Telegram would drop the link. */
export function parseAddress(raw: string): string | null {
  const link = raw.trim()
  if (/^(?:tg|ton|tonsite):/i.test(link)) return link
  const [, scheme = 'http', rest = link] = /^(https?):\/\/(.*)$/is.exec(link) ?? []
  if (rest === link && /^[a-z][a-z0-9+.-]*:\/\//i.test(link)) return null
  const [, authority = '', tail = ''] = /^([^/?#]*)(.*)$/s.exec(rest) ?? []
  const host = authority.replace(/^.*@/, '').replace(/:\d{1,5}$/, '')
  if (!HOST.test(host) && !NUMBERS.test(host)) return null
  return `${scheme.toLowerCase()}://${authority.toLowerCase()}${tail.startsWith('/') ? tail : `/${tail}`}`
}

/** Reads the text after three backquotes: a language, if a space or a line end follows it, and one line end. */
export function parseFence(source: string, start: number): { bodyAt: number; language?: string } {
  const [word = ''] = /^[^\s`]*/.exec(source.slice(start + 3)) ?? []
  const behind = source.charAt(start + 3 + word.length)
  const language = word !== '' && behind !== '' && behind !== '`' ? word : null
  const after = start + 3 + (language?.length ?? 0)
  const lineEnd = /^(?:\r\n|\n\r|\r|\n)/.exec(source.slice(after, after + 2))?.[0].length ?? 0
  return { bodyAt: after + lineEnd, ...(language !== null && { language }) }
}
