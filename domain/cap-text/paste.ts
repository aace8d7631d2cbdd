import {
  isTable,
  markDuplicates,
  parsePastedCaps,
  parsePastedCap,
  tellPiece,
  type Paste,
  type PastedRow,
  type PasteOptions,
} from '#domain/caps/paste.ts'
import type { PastedTable } from '#domain/caps/paste-tables.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseCapMessage, type MessageRow } from './message.ts'
import type { KnownNames } from './parse-partners.ts'

interface Known {
  today: Day
  /** Advertisers that a message may name. */
  names: KnownNames
}

/** Reads what somebody pasted: rows of a spreadsheet, or caps as people write them to each other. */
export function parsePaste(text: string, options: PasteOptions, known: Known): Paste {
  return isTable(text, options.kind) ? parsePastedCaps(text, options) : parseMessage(text, options, known)
}

/** A message names what it names: what one row leaves out is not empty. */
const MESSAGE: PastedTable = { headings: [], columns: [] }

function parseMessage(text: string, options: PasteOptions, known: Known): Paste {
  const { rows, unread } = parseCapMessage(text, known)
  return {
    tables: [MESSAGE],
    ignored: unread.map(({ line, text: piece, reason }) => `${tellPiece(line, piece)}${reason ? ` (${reason})` : ''}`),
    rows: markDuplicates(rows.map((row, index) => parseRow(row, index + 1, options))),
    isMessage: true,
    notes: [...new Set(rows.flatMap((row) => row.notes))],
  }
}

function parseRow({ cells, problems }: MessageRow, line: number, options: PasteOptions): PastedRow {
  const { draft, errors } = parsePastedCap(cells, options)
  const whole = problems.map((message) => ({ column: null, message }))
  return {
    line,
    table: MESSAGE,
    cells,
    draft: whole.length > 0 ? null : draft,
    errors: [...whole, ...errors],
    duplicateOf: null,
  }
}
