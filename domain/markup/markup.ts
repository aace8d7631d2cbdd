import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Formatted, ParseMode } from './formatted.ts'
import { parseHtml } from './html-mode.ts'
import { parseMarkdown } from './markdown-mode.ts'
import { parseMarkdownV2 } from './markdown-v2-mode.ts'
import type { Reading } from './reading.ts'
import { tidy } from './tidy.ts'

/** The reason that Telegram would refuse a text, as a sentence, and its place: an offset in UTF-16 code units. */
export interface MarkupRefusal {
  reason: 'markup.broken'
  sentence: string
  at: number
}

const READERS: Readonly<Record<ParseMode, (source: string) => Reading>> = {
  HTML: parseHtml,
  Markdown: parseMarkdown,
  MarkdownV2: parseMarkdownV2,
}

/**
 * Reads markup as Telegram does (core.telegram.org/bots/api#formatting-options). Returns the shown text, or the first
 * fault.
 */
export function parseMarkup(source: string, mode: ParseMode): Result<Formatted, MarkupRefusal> {
  const reading = READERS[mode](source)
  if (reading.fault) return refuse({ reason: 'markup.broken', ...reading.fault })
  const broken = findBrokenCharacter(source)
  if (broken !== null) {
    return refuse({ reason: 'markup.broken', sentence: 'This character is incomplete. Type it again.', at: broken })
  }
  return accept(tidy({ text: reading.text, entities: reading.entities }))
}

/** The line and the character of an offset, both counted from 1. */
export function positionOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at).split('\n')
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 }
}

function findBrokenCharacter(source: string): number | null {
  if (source.isWellFormed()) return null
  const whole = source.toWellFormed()
  let at = 0
  while (source.charCodeAt(at) === whole.charCodeAt(at)) at += 1
  return at
}
