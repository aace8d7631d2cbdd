export type CsvCell = string | number | null

/** A spreadsheet takes these for the beginning of a formula, also after blanks. */
const RUNS = /^\s*[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/
const IS_NUMBER = /^-?\d+(\.\d+)?$/

/**
 * One line of a CSV file, with its end (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in
 * front, so that it is shown as it is; a negative number is a number.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/** A whole file. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(formatCsvLine).join('')
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : disarm(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function disarm(text: string): string {
  return RUNS.test(text) && !IS_NUMBER.test(text) ? `'${text}` : text
}
