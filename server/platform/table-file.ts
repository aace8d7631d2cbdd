import { TABLE_TYPES, type NamedFile, type TableFormat } from '#contract/file.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { centsFromDollars, formatHundredths } from '#domain/kernel/cents.ts'
import { formatCsv, formatCsvHead, formatCsvLine, type CsvCell } from '#domain/kernel/csv.ts'
import { writeXlsx, type XlsxCell, type XlsxColumn, type XlsxSheet } from './xlsx.ts'

export type { NamedFile, TableFormat }

/** A table as a file in the requested format. A CSV file has only the first of several sheets. */
export function makeTableFile(
  format: TableFormat,
  holds: Holds,
  sheets: readonly [XlsxSheet, ...XlsxSheet[]],
): NamedFile {
  return makeFile(format, holds, format === 'csv' ? writeLines(sheets[0]) : writeWorkbook(sheets))
}

/** A table whose rows come in parts. */
export interface LongTable {
  name: string
  columns: readonly XlsxColumn[]
  parts: AsyncIterable<readonly (readonly XlsxCell[])[]>
}

/** A workbook is made in memory at once, and blocks other answers: half a second for this many rows. */
const MOST_IN_WORKBOOK = 10_000

/**
 * A long table as a file: lines as they come, or a workbook. Returns the sentence that refuses a workbook with too many
 * rows.
 */
export async function makeLongFile(format: TableFormat, holds: Holds, table: LongTable): Promise<NamedFile | string> {
  const { name, columns, parts } = table
  if (format === 'csv') return makeFile(format, holds, writeParts(table))
  const rows: (readonly XlsxCell[])[] = []
  for await (const part of parts) {
    rows.push(...part)
    if (rows.length > MOST_IN_WORKBOOK) return httpTexts.longWorkbook(MOST_IN_WORKBOOK)
  }
  return makeTableFile(format, holds, [{ name, columns, rows }])
}

async function* writeParts({ columns, parts }: LongTable): AsyncGenerator<string, void, void> {
  yield formatCsvHead(columns.map(({ heading }) => heading))
  for await (const part of parts) {
    yield formatCsv(part.map((row) => row.map((cell, at) => toCsvCell(cell, columns[at]?.kind))))
  }
}

/** Words for the name of a file, the widest first; empty ones are left out. */
export type Holds = readonly (string | false | null | undefined)[]

export function makeFile(format: TableFormat, holds: Holds, pieces: NamedFile['pieces']): NamedFile {
  const name = holds
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^\w.+]+/g, '-')
    .slice(0, LONGEST_NAME)
  return { type: TABLE_TYPES[format], name: `${name}.${format}`, pieces }
}

/** With an ending and a `(2)`, it still fits into the 255 bytes of file systems. */
const LONGEST_NAME = 200

async function* writeWorkbook(sheets: readonly XlsxSheet[]): AsyncGenerator<Uint8Array, void, void> {
  yield await writeXlsx(sheets)
}

/** Many lines per piece. */
async function* writeLines({ columns, rows }: XlsxSheet): AsyncGenerator<string, void, void> {
  yield formatCsvHead(columns.map(({ heading }) => heading))
  for (let from = 0; from < rows.length; from += LINES_OF_A_PIECE) {
    const lines = rows.slice(from, from + LINES_OF_A_PIECE)
    yield lines.map((row) => formatCsvLine(row.map((cell, at) => toCsvCell(cell, columns[at]?.kind)))).join('')
  }
}

const LINES_OF_A_PIECE = 1_000

/** Dollars and percentages have two decimals, without signs and separators. */
function toCsvCell(cell: XlsxCell, kind: XlsxColumn['kind'] | undefined): CsvCell {
  if (typeof cell !== 'number') return cell
  if (kind === 'dollars') return formatHundredths(centsFromDollars(cell))
  return kind === 'percent' ? cell.toFixed(2) : cell
}
