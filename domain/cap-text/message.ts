import { writeGeo } from '#domain/caps/paste-cells.ts'
import type { PastedCells } from '#domain/caps/paste-columns.ts'
import type { Day } from '#domain/kernel/day.ts'
import { Blocks, type ReadRow, type UnreadPiece } from './blocks.ts'
import { LONGEST_LINE, parseLine } from './parse-line.ts'
import { NO_NAMES, type KnownNames } from './parse-partners.ts'
import { splitLine } from './segments.ts'

export interface MessageOptions {
  today: Day
  /** Advertisers as people may name them. */
  names?: KnownNames
  /** What the message answers: it is read below it as one with it, but its `tomorrow` is counted from its own day. */
  answered?: DatedText | null
}

interface DatedText {
  text: string
  today: Day
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
export function parseCapMessage(
  text: string,
  { today, names = NO_NAMES, answered = null }: MessageOptions,
): CapMessage {
  const dated = [...linesOf({ text, today }), ...(answered ? linesOf(answered) : [])]
  const lines = dated.map(({ raw }) => raw)
  const pieces = dated.map(({ raw, today: writtenOn }, index) => {
    if (raw.length > LONGEST_LINE || index >= MOST_LINES) return null
    return splitLine(parseLine(raw, writtenOn, names), raw)
  })
  const blocks = new Blocks()
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const segments = pieces[index]
    if (raw.trim() === '')
      blocks.endParagraph(pieces.slice(line, endOfParagraph(lines, line)).flatMap((of) => of ?? []))
    else if (segments) blocks.addLine(line, raw.trim(), segments)
    else blocks.unread.push({ line, text: raw.slice(0, 60), reason: 'This line is too long.' })
  }
  blocks.end()
  return {
    rows: blocks.rows.map((row) => ({
      lines: row.lines,
      quote: row.lines.map((line) => lines[line - 1]?.trim() ?? '').join('\n'),
      cells: cellsOf(row),
      notes: row.notes,
      problems: row.problems,
    })),
    unread: blocks.unread,
  }
}

function linesOf({ text, today }: DatedText) {
  const lines = text.normalize('NFC').split(/\r\n?|\n|\u2028|\u2029/)
  return lines.map((raw) => ({ raw, today }))
}

function endOfParagraph(lines: readonly string[], from: number): number {
  let end = from
  while (end < lines.length && lines[end]?.trim() !== '') end += 1
  return end
}

function cellsOf({ geo, terms }: ReadRow): PastedCells {
  const { date, cap, source, advertiser, hours, cpa, crg, zone } = terms
  return {
    geo: writeGeo(geo),
    ...(date !== undefined && { date }),
    ...(cap !== undefined && { cap }),
    ...(source !== undefined && { sourceNumber: source }),
    ...(advertiser !== undefined && { advertiserId: advertiser }),
    // Hours of a clock that is named keep its name: what they are here is read where the day is known.
    ...(hours !== undefined && { workingHours: zone === undefined ? hours : `${hours} ${zone}` }),
    ...(cpa !== undefined && { cpa }),
    ...(crg !== undefined && { crg: `${crg}%` }),
  }
}
