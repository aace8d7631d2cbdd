import { splitTable } from '#domain/kernel/table.ts'
import { parseNumber } from '#domain/kernel/typed-number.ts'
import type { CapKind } from './cap.ts'
import { assumeColumns, parseHeader, type PasteColumn } from './paste-columns.ts'

/** Rows with the same columns. A pasted sheet may have several tables, each below its own headings. */
export interface PastedTable {
  /** As written; empty if the rows have none. */
  headings: readonly string[]
  /** The meaning of the columns, from the left; null for columns that are not read. */
  columns: readonly (PasteColumn | null)[]
}

export interface PastedLine {
  /** Counted from 1 over all lines, also headings and blank lines, as in the spreadsheet. */
  line: number
  cells: readonly string[]
}

export interface TableLines {
  table: PastedTable
  lines: readonly PastedLine[]
  /** Titles above the headings and sums, which are not rows. */
  titles: readonly PastedLine[]
}

interface Draft {
  table: PastedTable
  lines: PastedLine[]
  titles: PastedLine[]
}

/** Splits the lines of a text by headings. Lines above the first headings have assumed columns. */
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
    } else (isSum(line.cells, current.table) ? current.titles : current.lines).push(line)
  }
  return tables.filter(({ table, lines: own, titles }) => table.headings.length + own.length + titles.length > 0)
}

/** The table below a line of headings. A row with a cap is never a heading. */
function parseTable(headings: readonly string[], above: PastedTable, kind: CapKind): PastedTable | null {
  if (parseNumber(headings[above.columns.indexOf('cap')] ?? '') !== null) return null
  const columns = parseHeader(headings, kind)
  return columns && { headings, columns }
}

const SUM = /\b(?:sub)?totals?\b|\bsum\b|итого|всего/i

/** Whether a line has the sums of others: it begins with such a word, and has no geo or no source, as no cap is. */
function isSum(cells: readonly string[], { columns }: PastedTable): boolean {
  const isPlaced = (['geo', 'sourceNumber'] as const).every((name) => isFilled(cells[columns.indexOf(name)] ?? ''))
  return !isPlaced && SUM.test(cells.find(isFilled) ?? '')
}

/** Removes the last lines with only one cell. A row needs more cells, so they are titles of the next table. */
function takeTitles(lines: PastedLine[]): PastedLine[] {
  const last = lines.findLastIndex(({ cells }) => cells.filter(isFilled).length > 1)
  return lines.splice(last + 1)
}

function isFilled(cell: string): boolean {
  return cell !== ''
}
