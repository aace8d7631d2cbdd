const SEPARATORS = ['\t', ';', ','] as const

type Separator = (typeof SEPARATORS)[number]

interface Cell {
  text: string
  /** The position of the separator or line end after the cell, or the length of the text. */
  end: number
}

/**
 * Splits a text from a spreadsheet's clipboard or a CSV file into cells. Blank lines are empty rows. Without `known`,
 * it finds the separator itself: a tab anywhere, since rows of a spreadsheet may stand below a greeting with a comma.
 */
export function splitTable(pasted: string, known?: Separator): string[][] {
  const text = pasted.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = known ?? (withoutQuoted(text).includes('\t') ? '\t' : findSeparator(text))
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const cell = parseQuoted(text, at, separator) ?? parsePlain(text, at, separator)
    row.push(cell.text.trim())
    if (text[cell.end] !== separator) {
      rows.push(row)
      row = []
    }
    at = cell.end + 1
  }
  return rows
}

/** Writes rows of cells as a text that `splitTable` reads back: separated by tabs, with quotes where needed. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(writeCell).join('\t')).join('\n')
}

function writeCell(text: string): string {
  return /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * The first line that has a separator outside quotes decides. A tab wins, because nobody types it. Else the more
 * frequent sign wins, because hours (`9-12, 14-18`) and numbers (`1,350`) contain commas too.
 */
export function findSeparator(text: string): Separator {
  const line = /^.*[\t;,].*$/m.exec(withoutQuoted(text))?.[0] ?? ''
  if (line.includes('\t')) return '\t'
  return count(line, ';') >= count(line, ',') ? ';' : ','
}

function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*"/g, '')
}

function count(line: string, sign: string): number {
  return line.split(sign).length - 1
}

/**
 * A cell in quotes; null if it is not quoted. A quote that is not closed, or closes before the cell ends, is an
 * ordinary sign.
 */
function parseQuoted(text: string, start: number, separator: Separator): Cell | null {
  let open = start
  while (text[open] === ' ') open += 1
  if (text[open] !== '"') return null
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return null
  let end = close + 1
  while (text[end] === ' ') end += 1
  if (end < text.length && text[end] !== separator && text[end] !== '\n') return null
  return { text: text.slice(open + 1, close).replaceAll('""', '"'), end }
}

function parsePlain(text: string, start: number, separator: Separator): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1
  return { text: text.slice(start, end), end }
}
