import type { CapKind } from './cap.ts'
import { headingOf, TYPED_FIELDS } from './fields.ts'
import { PASTE_COLUMNS, type PastedCells } from './paste-columns.ts'
import type { PastedTable } from './paste-tables.ts'
import { splitTable, writeTable } from '#domain/kernel/table.ts'
import { parsePastedCap, type Paste, type PastedRow, type PasteOptions } from './paste.ts'

/**
 * Reads a row again after somebody fixed cells, or with another day for rows without one. An error of the whole row
 * (more cells than columns) can only be fixed in its text.
 */
export function rereadRow(row: PastedRow, cells: PastedCells, options: PasteOptions): PastedRow {
  const whole = row.errors.filter(({ column }) => column === null)
  const { draft, errors } = parsePastedCap(cells, options)
  return { ...row, cells, draft: whole.length > 0 ? null : draft, errors: [...whole, ...errors] }
}

/**
 * Writes the cells of `rows` into the pasted text, so that nobody loses fixed cells when they go back to the text.
 * Removed rows are left out; columns that are not read stay. Without a change the text is the same, and so is a message,
 * which says more than its rows.
 */
export function writePastedText(text: string, paste: Paste, rows: readonly PastedRow[], kind: CapKind): string {
  const before = new Map(paste.rows.map((row) => [row.line, row.cells]))
  const isAsPasted = (row: PastedRow) => !isMended(row, before.get(row.line))
  if (paste.isMessage || (rows.length === paste.rows.length && rows.every(isAsPasted))) return text
  const lines = splitTable(text)
  const written = paste.tables.flatMap((table) => {
    const own = rows.filter((row) => row.table === table)
    const isAbove = table.headings.length === 0 && paste.tables.length > 1
    return writeRows(table, own, { lines, kind, isHeaded: !isAbove })
  })
  return writeTable(written)
}

interface Writing {
  lines: readonly (readonly string[])[]
  kind: CapKind
  isHeaded: boolean
}

function writeRows({ columns, headings }: PastedTable, rows: readonly PastedRow[], writing: Writing): string[][] {
  const { lines, kind, isHeaded } = writing
  const added = PASTE_COLUMNS[kind].filter(
    (column) => !columns.includes(column) && rows.some(({ cells }) => (cells[column] ?? '') !== ''),
  )
  const own = columns.map((column, index) => headings[index] ?? (column === null ? '' : headingOf(column)))
  const body = rows.map(({ line, cells }) => {
    const before = lines[line - 1] ?? []
    const kept = columns.map((column, index) => (column === null ? before[index] : cells[column]) ?? '')
    return [...kept, ...added.map((column) => cells[column] ?? ''), ...before.slice(columns.length)]
  })
  return isHeaded ? [[...own, ...added.map(headingOf)], ...body] : body
}

/** Whether cells of a row differ from the pasted ones. */
export function isMended(row: PastedRow, before: PastedCells | undefined): boolean {
  return TYPED_FIELDS.some((column) => (row.cells[column] ?? '') !== (before?.[column] ?? ''))
}
