import { MAX_ENTITIES, type Formatted } from './formatted.ts'
import { sliceFormatted, tidy } from './tidy.ts'

/**
 * Splits a text into parts that Telegram accepts. It cuts at line ends; in a long line at a space; in a long word
 * anywhere but within a character. Markup over a cut continues after it. `first` and `rest`: the longest parts, in
 * UTF-16 code units.
 */
export function splitFormatted(formatted: Formatted, limits: { first: number; rest: number }): Formatted[] {
  const parts: Formatted[] = []
  for (let from = 0; from < formatted.text.length;) {
    const limit = parts.length === 0 ? limits.first : limits.rest
    const end = findEnd(formatted, from, limit)
    const part = tidy(sliceFormatted(formatted, from, end))
    // A part of only spaces is dropped.
    if (part.text !== '') parts.push(part)
    from = end
  }
  return parts
}

function findEnd(formatted: Formatted, from: number, limit: number): number {
  const { text } = formatted
  const most = limitByEntities(formatted, from, Math.min(text.length, from + limit))
  if (most >= text.length) return text.length
  const piece = text.slice(from, most)
  const lineEnd = piece.lastIndexOf('\n')
  if (lineEnd > 0) return from + lineEnd + 1
  const space = piece.lastIndexOf(' ')
  if (space > 0) return from + space + 1
  return isWithinCharacter(text, most) && most - from > 1 ? most - 1 : most
}

/** Telegram marks up a hundred entities of a message and leaves the others plain. */
function limitByEntities({ entities }: Formatted, from: number, to: number): number {
  const starts = entities.filter(({ offset, length }) => offset + length > from).map(({ offset }) => offset)
  const tooMany = starts.toSorted((a, b) => a - b)[MAX_ENTITIES]
  return tooMany !== undefined && tooMany > from && tooMany < to ? tooMany : to
}

function isWithinCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
