import Papa from 'papaparse'
import { findSeparator } from '#domain/kernel/table.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { FileRefusal } from './file-refusal.ts'

/** Enough text to find the separator. */
const HEAD = 64 * 1024
/** A longer row has an unclosed quote. In characters. */
const LONGEST_ROW = 1024 * 1024

/**
 * The rows of a CSV file as its text arrives, separated by tabs, semicolons or commas. A blank row has one empty cell.
 */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<string[], void, void> {
  let parser: Papa.Parser | null = null
  let waiting = ''
  let rows = 0
  let enough = HEAD
  for await (const text of joinLines(texts)) {
    waiting += text
    // Waits for enough text, so that small pieces are not read again and again.
    if (waiting.length < enough) continue
    parser ??= createParser(waiting)
    const { data, meta } = parse(parser, waiting, true)
    yield* readCells(data)
    rows += data.length
    waiting = waiting.slice(meta.cursor)
    enough = waiting.length + HEAD
    if (waiting.length > LONGEST_ROW) throw new FileRefusal(`A quote is opened in row ${rows + 1} and never closed.`)
  }
  if (waiting !== '') yield* readCells(parse(parser ?? createParser(waiting), waiting, false).data)
}

function createParser(head: string): Papa.Parser {
  return new Papa.Parser({ delimiter: findSeparator(head), newline: '\n' })
}

interface Parsed {
  data: unknown[]
  /** `cursor`: the position reached. */
  meta: { cursor: number }
}

function parse(parser: Papa.Parser, text: string, isCutOff: boolean): Parsed {
  const parsed: unknown = parser.parse(text, 0, isCutOff)
  if (!isParsed(parsed)) throw new Error('papaparse answers otherwise than it did')
  return parsed
}

function isParsed(value: unknown): value is Parsed {
  return isRecord(value) && Array.isArray(value['data']) && isRecord(value['meta'])
}

function* readCells(rows: readonly unknown[]): Generator<string[], void, void> {
  for (const row of rows) if (Array.isArray(row)) yield row.map((cell) => String(cell).trim())
}

/** Makes all lines end with a line feed, and drops a byte order mark. */
async function* joinLines(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let isFirst = true
  let held = ''
  for await (const text of texts) {
    const whole = held + (isFirst ? text.replace(/^\u{feff}/u, '') : text)
    if (text !== '') isFirst = false
    // The line feed may come with the next piece.
    held = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, '\n')
  }
  if (held !== '') yield '\n'
}
