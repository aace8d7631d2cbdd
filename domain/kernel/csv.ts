export type CsvCell = string | number | null

/** The beginning of a formula for a spreadsheet, also after blanks. */
const RUNS = /^\s*[=+\-@\t\r]/
/**
 * The beginning of a cell for a spreadsheet that separates by semicolon or tab: our quotes mean nothing to it, and a
 * line feed ends its row.
 */
const RUNS_INSIDE = /(?<=[;\t\r\n][\s"]*)[=+\-@]/g
const NEEDS_QUOTES = /[",\r\n]/
const IS_NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Formats one line of a CSV file, with its line end (RFC 4180). An apostrophe goes before text that a spreadsheet would
 * run as a formula, also before a part of a text that another separator would make a cell. Negative numbers stay
 * numbers.
 */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Formats the headings of a file that people open. It begins with a byte order mark, without which spreadsheets do not
 * read UTF-8.
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
