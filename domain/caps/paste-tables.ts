import { splitTable } from '#domain/kernel/table.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import type { CapKind } from './cap.ts'
import { assumeColumns, parseHeader, type PasteColumn } from './paste-columns.ts'

/** Rows of the same columns. A pasted sheet may have several, each below its own headings. */
export interface PastedTable {
  /** As they are written; empty where the rows have none. */
  headings: readonly string[]
  /** What the columns mean, from the left; null are those that are not read. */
  columns: readonly (PasteColumn | null)[]
}

export interface PastedLine {
  /** Counted from 1 over all lines, the headings and blank ones too, as the spreadsheet counts them. */
  line: number
  cells: readonly string[]
}

export interface TableLines {
  table: PastedTable
  lines: readonly PastedLine[]
  /** What stands by itself above the headings, and is no row. */
  titles: readonly PastedLine[]
}

interface Draft {
  table: PastedTable
  lines: PastedLine[]
  titles: PastedLine[]
}

/** The lines of a text by the headings that they stand below; those above the first headings have assumed columns. */
export function splitTables(text: string, kind: CapKind): TableLines[] {
  const lines = splitTable(text)
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some(isFilled))
  const columns = assumeColumns(
    lines.map(({ cells }) => cells),
    kind,
  )
  let current: Draft = { table: { headings: [], columns }, lines: [], titles: [] }
  const tables = [current]
  for (const line of lines) {
    const headed = parseTable(line.cells, current.table, kind)
    if (headed) {
      current = { table: headed, lines: [], titles: takeTitles(current.lines) }
      tables.push(current)
    } else current.lines.push(line)
  }
  return tables.filter(({ table, lines: own }) => table.headings.length > 0 || own.length > 0)
}

/** The table that a line of headings begins; a row with a cap is none, whatever words are in it. */
function parseTable(headings: readonly string[], above: PastedTable, kind: CapKind): PastedTable | null {
  if (parseNumber(headings[above.columns.indexOf('cap')] ?? '') !== null) return null
  const columns = parseHeader(headings, kind)
  return columns && { headings, columns }
}

/** Takes the last lines off that have one cell only: a row needs more, and so they are about what follows. */
function takeTitles(lines: PastedLine[]): PastedLine[] {
  const last = lines.findLastIndex(({ cells }) => cells.filter(isFilled).length > 1)
  return lines.splice(last + 1)
}

function isFilled(cell: string): boolean {
  return cell !== ''
}
