import { isSpace } from './entity.ts'

/**
 * Reads what follows the three backquotes at `start`: a language name counts only when a space or a line end follows
 * it, and one line end before the body is not part of it.
 */
export function readFence(source: string, start: number): { bodyAt: number; language?: string } {
  const begin = start + 3
  let end = begin
  while (end < source.length && !isSpace(source[end]) && source[end] !== '`') end += 1
  const hasLanguage = end > begin && end < source.length && source[end] !== '`'
  const after = hasLanguage ? end : begin
  const lineEnd = /^(?:\r\n|\n\r|\r|\n)/.exec(source.slice(after, after + 2))?.[0].length ?? 0
  return { bodyAt: after + lineEnd, ...(hasLanguage ? { language: source.slice(begin, end) } : {}) }
}
