import type { CapKind } from './cap.ts'
import { PASTE_COLUMNS, type PasteColumn, type PastedCells } from './paste-columns.ts'
import { splitTable, writeTable } from '#domain/kernel/table.ts'
import { readPastedCap, type Paste, type PastedRow, type PasteOptions } from './paste.ts'

/** Headings that are read back as what they head. */
const HEADINGS: Readonly<Record<PasteColumn, string>> = {
  date: 'Date',
  geo: 'Geo',
  cap: 'Cap',
  sourceNumber: 'Source',
  advertiserId: 'Advertiser ID',
  advertiserName: 'Advertiser name',
  workingHours: 'Hours',
  cpa: 'CPA',
  crg: 'CRG',
  createdBy: 'Created by',
}

/**
 * A row read again, with cells that somebody mended or another day for rows without one. What is wrong with the row as
 * a whole (more cells than columns) no cell can mend: only its text can.
 */
export function rereadRow(row: PastedRow, cells: PastedCells, options: PasteOptions): PastedRow {
  const whole = row.errors.filter(({ column }) => column === null)
  const { draft, errors } = readPastedCap(cells, options)
  return { ...row, cells, draft: whole.length > 0 ? null : draft, errors: [...whole, ...errors] }
}

/**
 * The pasted text with the cells of `rows` in it, so that nobody who goes back to the text loses what they mended. Rows
 * that are not among them any more are left out; columns that are not read stay. Without a change it is the same text.
 */
export function writePastedText(text: string, paste: Paste, rows: readonly PastedRow[], kind: CapKind): string {
  const before = new Map(paste.rows.map((row) => [row.line, row.cells]))
  const isSame = (row: PastedRow) => sameCells(row.cells, before.get(row.line) ?? {})
  if (rows.length === paste.rows.length && rows.every(isSame)) return text
  const { columns } = paste
  const added = PASTE_COLUMNS[kind].filter(
    (column) => !columns.includes(column) && rows.some(({ cells }) => (cells[column] ?? '') !== ''),
  )
  // The lines of a message are no rows.
  const table = paste.isMessage ? [] : splitTable(text)
  const header = paste.hasHeader ? (table.find((cells) => cells.some((cell) => cell !== '')) ?? []) : []
  const headings = columns.map((column, index) => header[index] ?? (column === null ? '' : HEADINGS[column]))
  return writeTable([
    [...headings, ...added.map((column) => HEADINGS[column])],
    ...rows.map(({ line, cells }) => {
      const written = table[line - 1] ?? []
      const own = columns.map((column, index) => (column === null ? written[index] : cells[column]) ?? '')
      return [...own, ...added.map((column) => cells[column] ?? ''), ...written.slice(columns.length)]
    }),
  ])
}

function sameCells(one: PastedCells, other: PastedCells): boolean {
  return PASTE_COLUMNS.broker.every((column) => (one[column] ?? '') === (other[column] ?? ''))
}
