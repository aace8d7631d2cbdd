import type { PastedCells } from '#domain/caps/paste-columns.ts'
import type { Day } from '#domain/kernel/day.ts'
import { Blocks, type ReadRow, type UnreadPiece } from './blocks.ts'
import { LONGEST_LINE, readLine } from './read-line.ts'
import { NO_NAMES, type KnownNames } from './read-partners.ts'
import { splitLine } from './segments.ts'

export interface MessageOptions {
  today: Day
  /** Advertisers as people may name them. */
  names?: KnownNames
  /** What people call the zone in which hours are kept, such as `GMT+2`; null where hours with a zone are refused. */
  zone?: string | null
}

/** A cap that a message names, as cells that `readPastedCap` reads. */
export interface MessageRow {
  /** Counted from 1. */
  lines: number[]
  /** Those lines, as they were written. */
  quote: string
  cells: PastedCells
  /** What was taken to mean something, and is told. */
  notes: string[]
  /** What keeps it from being saved, whatever its cells say. */
  problems: string[]
}

export interface CapMessage {
  rows: MessageRow[]
  /** What was not understood, with its line. */
  unread: UnreadPiece[]
}

/** More is no message; a screen of text has some dozens. */
const MOST_LINES = 2_000

/**
 * The caps that a message names: one-liners, labelled blocks, lists below a heading. Nothing is guessed: what may mean
 * two things is a problem of its row, what means nothing here is listed with its line.
 */
export function readCapMessage(text: string, { today, names = NO_NAMES, zone = null }: MessageOptions): CapMessage {
  const lines = text.normalize('NFC').split(/\r\n?|\n|\u2028|\u2029/)
  const blocks = new Blocks()
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    if (raw.trim() === '') blocks.endParagraph()
    else if (raw.length > LONGEST_LINE || line > MOST_LINES) {
      blocks.unread.push({ line, text: raw.slice(0, 60), reason: 'This line is too long.' })
    } else blocks.addLine(line, raw.trim(), splitLine(readLine(raw, today, names), raw))
  }
  blocks.end()
  return {
    rows: blocks.rows.map((row) => ({
      lines: row.lines,
      quote: row.lines.map((line) => lines[line - 1]?.trim() ?? '').join('\n'),
      cells: cellsOf(row, zone),
      notes: row.notes,
      problems: row.problems,
    })),
    unread: blocks.unread,
  }
}

function cellsOf({ geo, terms }: ReadRow, zone: string | null): PastedCells {
  const { date, cap, source, advertiser, hours, cpa, crg } = terms
  const isElsewhere =
    terms.zone !== undefined && hours !== undefined && hours !== '24/7' && !isSameZone(terms.zone, zone)
  return {
    geo,
    ...(date !== undefined && { date }),
    ...(cap !== undefined && { cap }),
    ...(source !== undefined && { sourceNumber: source }),
    ...(advertiser !== undefined && { advertiserId: advertiser }),
    // Hours of another clock stay as they were written, so that they are refused where hours are.
    ...(hours !== undefined && { workingHours: isElsewhere ? `${hours} ${terms.zone}` : hours }),
    ...(cpa !== undefined && { cpa }),
    ...(crg !== undefined && { crg: `${crg}%` }),
  }
}

function isSameZone(said: string, zone: string | null): boolean {
  if (zone === null) return false
  const key = (name: string) =>
    name
      .toUpperCase()
      .replace('UTC/GMT', 'GMT')
      .replace('UTC', 'GMT')
      .replace(/[+-]0*$/, '')
  return key(said) === key(zone)
}
