import { createHash } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { decodeText } from './decode.ts'
import { FileRefusal } from './file-refusal.ts'
import { readCsv } from './csv.ts'
import { readWorkbook } from './workbook.ts'

/** The columns of a table, and its rows as they arrive. `number`: the row number of the spreadsheet, from 1. */
export interface TableRow {
  number: number
  cells: string[]
}

/** A short hash of a long text, unique in practice: 132 bits of SHA-256. */
export function hashContent(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

const MOST_ROWS = 500_000
/** Blank lines included. */
const MOST_LINES = 2 * MOST_ROWS
const MOST_COLUMNS = 200
/** In characters. */
const LONGEST_CELL = 10_000

/** The non-blank rows of a CSV file or a workbook, headings first. Throws `FileRefusal` if it is neither. */
export async function* readTable(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow, void, void> {
  const { head, all } = await peek(pieces)
  if (startsWith(head, OLD_WORKBOOK)) throw new FileRefusal(OLD)
  const rows = startsWith(head, WORKBOOK) ? readWorkbook(all) : countRows(readCsv(decodeText(all)))
  let found = 0
  let lines = 0
  for await (const { number, cells } of rows) {
    lines += 1
    if (lines > MOST_LINES) throw new FileRefusal(TOO_LONG)
    if (cells.every((cell) => cell === '')) continue
    found += 1
    check(cells, number, found)
    yield { number, cells }
  }
}

const OLD = 'This is an old .xls file, or it has a password. Save it as .xlsx or CSV without a password.'

async function* countRows(rows: AsyncIterable<string[]>): AsyncGenerator<TableRow, void, void> {
  let number = 0
  for await (const cells of rows) {
    number += 1
    yield { number, cells }
  }
}

function check(cells: readonly string[], number: number, found: number): void {
  if (found > MOST_ROWS) throw new FileRefusal(TOO_LONG)
  if (cells.length > MOST_COLUMNS) throw new FileRefusal(`Row ${number} has more than ${MOST_COLUMNS} cells.`)
  if (cells.some((cell) => cell.length > LONGEST_CELL)) {
    throw new FileRefusal(
      `A cell of row ${number} has more than ${say(LONGEST_CELL)} characters. Is a quote not closed?`,
    )
  }
}

function say(count: number): string {
  return count.toLocaleString('en-US')
}

const TOO_LONG = `The file has more than ${say(MOST_ROWS)} rows. Please split it.`

const WORKBOOK = [0x50, 0x4b, 0x03, 0x04]
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0]

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

/** Bytes that are read before other work gets a turn. */
const TURN = 64 * 1024

/** Splits large pieces into parts. */
async function* inTurns(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += TURN) {
      yield piece.subarray(at, at + TURN)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (piece.length > TURN) await letOthersRun()
    }
  }
}

/** The first bytes, and a stream of all bytes. */
async function peek(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.length < WORKBOOK.length) {
    // oxlint-disable-next-line no-await-in-loop -- a stream comes piece by piece
    const next = await iterator.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* replay(): AsyncGenerator<Uint8Array, void, void> {
    yield head
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const next = await iterator.next()
      if (next.done) return
      yield next.value
    }
  }
  return { head, all: inTurns(replay()) }
}
