import writeXlsxFile, { type Row, type SheetData } from 'write-excel-file/node'

/** Of a workbook: numbers are numbers, and a text is a text whatever it begins with. */
export type XlsxCell = string | number | null

export interface XlsxColumn {
  heading: string
  /** How its numbers are shown: `count` 1,234; `dollars` 1,234.50; `percent` 8.25, of a number in percent. */
  kind: 'text' | 'count' | 'dollars' | 'percent'
  /** In characters; what is longer is cut on the screen only. */
  width?: number
}

export interface XlsxSheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  name: string
  columns: readonly XlsxColumn[]
  rows: readonly (readonly XlsxCell[])[]
}

const FORMATS = { text: undefined, count: '#,##0', dollars: '#,##0.00', percent: '0.00' } as const
const WIDTHS = { text: 18, count: 11, dollars: 13, percent: 10 } as const

/** A workbook as the bytes of its file; the headings stay in sight. It is made in memory: tens of thousands of rows. */
export async function writeXlsx(sheets: readonly XlsxSheet[]): Promise<Uint8Array> {
  return writeXlsxFile(
    sheets.map(({ name, columns, rows }) => ({
      sheet: name,
      data: [writeHeadings(columns), ...writeRows(columns, rows)],
      columns: columns.map(({ kind, width }) => ({ width: width ?? WIDTHS[kind] })),
      stickyRowsCount: 1,
    })),
  ).toBuffer()
}

function writeHeadings(columns: readonly XlsxColumn[]): Row {
  return columns.map(({ heading, kind }) => ({
    value: heading,
    type: String,
    fontWeight: 'bold',
    align: kind === 'text' ? 'left' : 'right',
  }))
}

function writeRows(columns: readonly XlsxColumn[], rows: readonly (readonly XlsxCell[])[]): SheetData {
  return rows.map((row) =>
    row.map((value, at) => {
      if (value === null) return null
      const format = FORMATS[columns[at]?.kind ?? 'text']
      return typeof value === 'number'
        ? { value, type: Number, ...(format && { format }) }
        : { value: keepText(value), type: String }
    }),
  )
}

/**
 * The library keeps texts in a plain object, where `constructor` and the like are found before they were put there: the
 * file was broken by a source of that name. A blank behind it makes it another text, and is not seen.
 */
function keepText(value: string): string {
  return value in Object.prototype ? `${value} ` : value
}
