import Papa from 'papaparse'
import { findSeparator } from '#domain/kernel/table.ts'
import { isRecord } from '#domain/leads/fields.ts'
import { FileRefusal } from './file-refusal.ts'

/** Enough to see what parts the cells. */
const HEAD = 64 * 1024
/** What is longer than this without an end is a quote that nobody closed. In characters. */
const LONGEST_ROW = 1024 * 1024

/** The rows of a CSV file as its text comes; tabs, semicolons or commas part its cells. A blank row has one empty cell. */
export async function* readCsv(texts: AsyncIterable<string>): AsyncGenerator<string[], void, void> {
  let parser: Papa.Parser | null = null
  let waiting = ''
  let rows = 0
  let enough = HEAD
  for await (const text of joinLines(texts)) {
    waiting += text
    // However small the pieces are that it comes in, what waits is not read again for each.
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
  /** `cursor`: how far it came. */
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

/** All lines end with a line feed, however they were sent; a byte order mark is none of the text. */
async function* joinLines(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let isFirst = true
  let held = ''
  for await (const text of texts) {
    const whole = held + (isFirst ? text.replace(/^\u{feff}/u, '') : text)
    if (text !== '') isFirst = false
    // Its line feed may come with the next piece.
    held = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, '\n')
  }
  if (held !== '') yield '\n'
}
