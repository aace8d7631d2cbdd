const SEPARATORS = ['\t', ';', ','] as const

type Separator = (typeof SEPARATORS)[number]

interface Cell {
  text: string
  /** Where the separator or the line end after it is, or the length of the text. */
  end: number
}

/**
 * The cells of a text as spreadsheets put it on the clipboard or into a CSV file; blank lines are empty rows. Where it is
 * not known what parts its cells, that is found out.
 */
export function splitTable(pasted: string, known?: Separator): string[][] {
  const text = pasted.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const separator = known ?? findSeparator(text)
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

/** Rows of cells as a text that `splitTable` reads back: tabs between them, in quotes what would be read otherwise. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(writeCell).join('\t')).join('\n')
}

function writeCell(text: string): string {
  return /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * The first line that has any decides, quoted cells aside: a tab wherever there is one, since nobody types it; else
 * what there is more of, since hours (`9-12, 14-18`) and numbers (`1,350`) hold commas of their own.
 */
export function findSeparator(text: string): Separator {
  const line = /^.*[\t;,].*$/m.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? ''
  if (line.includes('\t')) return '\t'
  return count(line, ';') >= count(line, ',') ? ';' : ','
}

function count(line: string, sign: string): number {
  return line.split(sign).length - 1
}

/** A cell in quotes, or null where it is none; a quote that is never closed, or not before the cell ends, is a sign like others. */
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
