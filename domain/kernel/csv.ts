export type CsvCell = string | number | null

/** A spreadsheet takes these for the beginning of a formula, also after blanks. */
const RUNS = /^\s*[=+\-@\t\r]/
/**
 * Where a cell begins for a spreadsheet whose separator is the semicolon or the tab: our quotes are no quotes to it then,
 * and a line feed ends its row.
 */
const RUNS_INSIDE = /(?<=[;\t\r\n][\s"]*)[=+\-@]/g
const NEEDS_QUOTES = /[",\r\n]/
const IS_NUMBER = /^-?\d+(\.\d+)?$/

/**
 * One line of a CSV file, with its end (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in
 * front, so that it is shown as it is, and so does a part of it that another separator would make a cell; a negative
 * number is a number.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * The headings of a file that people open. Spreadsheets take a file for one in UTF-8 only where it begins with a byte
 * order mark.
 */
export function formatCsvHead(headings: readonly string[]): string {
  return `\u{feff}${formatCsvLine(headings)}`
}

export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(formatCsvLine).join('')
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : disarm(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function disarm(text: string): string {
  if (IS_NUMBER.test(text)) return text
  const inside = text.replaceAll(RUNS_INSIDE, "'$&")
  return RUNS.test(text) ? `'${inside}` : inside
}
