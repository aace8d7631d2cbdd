import { accept, type Result } from '#domain/kernel/result.ts'
import type { Entity, Formatted, ParseMode } from '#domain/markup/formatted.ts'
import { parseMarkup, type MarkupRefusal } from '#domain/markup/markup.ts'
import { sliceFormatted, tidy } from '#domain/markup/tidy.ts'

/** Signs in place of the placeholders while the markup is read. Nobody types these signs. */
const FIRST_SIGN = 0xf8d0

/** A text with placeholders (`{{advertiserName}}`) and parsed markup, ready to be filled in for many recipients. */
export interface Template {
  formatted: Formatted
  /** The sign of each placeholder, by name. */
  signs: ReadonlyMap<string, string>
}

/**
 * Parses a template once. Values are filled in later and never read as markup, so no name can break a message, and each
 * recipient sees it as written.
 */
export function parseTemplate(
  source: string,
  mode: ParseMode,
  placeholders: readonly string[],
): Result<Template, MarkupRefusal> {
  const signs = new Map(placeholders.map((name, index) => [name, String.fromCharCode(FIRST_SIGN + index)]))
  const marked = replaceAll(source, signs)
  const parsed = parseMarkup(marked.text, mode)
  if (parsed.ok) return accept({ formatted: parsed.value, signs })
  return { ...parsed, at: marked.origin(parsed.at) }
}

/** The message of one recipient. A placeholder without a value is left out. */
export function fillTemplate({ formatted, signs }: Template, values: ReadonlyMap<string, string>): Formatted {
  // Carriage returns are removed now, as Telegram does, so an entity with nothing else is empty.
  const bySign = new Map([...signs].map(([name, sign]) => [sign, (values.get(name) ?? '').replaceAll('\r', '')]))
  const pieces = Array.from(formatted.text)
  const width = pieces.map((piece) => (bySign.get(piece) ?? piece).length)
  const starts = accumulate(pieces, width)
  const text = pieces.map((piece) => bySign.get(piece) ?? piece).join('')
  const entities = formatted.entities.flatMap((entity) => moveEntity(entity, starts, bySign))
  // A value may add spaces at the ends, or leave an entity empty.
  return tidy(sliceFormatted({ text: text.toWellFormed(), entities }, 0, text.length))
}

/** The new position of each offset of the template. */
function accumulate(pieces: readonly string[], width: readonly number[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const [index, piece] of pieces.entries()) {
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(at + unit)
    at += width[index] ?? 0
  }
  return [...starts, at]
}

function moveEntity(entity: Entity, starts: readonly number[], bySign: ReadonlyMap<string, string>): Entity[] {
  const offset = starts[entity.offset] ?? 0
  const length = (starts[entity.offset + entity.length] ?? offset) - offset
  if (length <= 0) return []
  const { url } = entity
  return [{ ...entity, offset, length, ...(url !== undefined && { url: fillAddress(url, bySign) }) }]
}

/** In an address, a value is encoded, so it stays within its part of the address. */
function fillAddress(url: string, bySign: ReadonlyMap<string, string>): string {
  return Array.from(url)
    .map((sign) => (bySign.has(sign) ? encodeURIComponent((bySign.get(sign) ?? '').toWellFormed()) : sign))
    .join('')
}

/** Replaces placeholders by their signs, and keeps the offsets of the source. */
function replaceAll(source: string, signs: ReadonlyMap<string, string>) {
  let text = ''
  const origins: number[] = []
  for (let at = 0; at < source.length;) {
    const [whole = '', name = ''] = /^\{\{\s*(\w+)\s*\}\}/.exec(source.slice(at)) ?? []
    const sign = signs.get(name)
    origins.push(at)
    text += sign ?? source.charAt(at)
    at += sign === undefined ? 1 : whole.length
  }
  return { text, origin: (at: number) => origins[at] ?? source.length }
}
