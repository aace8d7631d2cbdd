import writeXlsxFile, { type Row, type SheetData } from 'write-excel-file/node'
import { dayNumberOf, parseDay, toDayNumber } from '#domain/kernel/day.ts'
import { DAY, parseInstant } from '#domain/kernel/instant.ts'

/** Of a workbook: numbers are numbers, and a text is a text whatever it begins with. */
export type XlsxCell = string | number | null

export interface XlsxColumn {
  heading: string
  /**
   * How its cells are shown: `count` 1,234; `dollars` 1,234.50; `percent` 8.25, of a number in percent. The texts of
   * `day` (2026-03-02) and `time` (2026-03-02 14:32, by the clock of a zone) become dates.
   */
  kind: 'text' | 'day' | 'time' | 'count' | 'dollars' | 'percent'
  /** In characters; what is longer is cut on the screen only. */
  width?: number
}

export interface XlsxSheet {
  /** At most 31 characters, none of `[]:*?/\`. */
  name: string
  columns: readonly XlsxColumn[]
  rows: readonly (readonly XlsxCell[])[]
}

const FORMATS = {
  text: undefined,
  day: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm',
  count: '#,##0',
  dollars: '#,##0.00',
  percent: '0.00',
} as const
const WIDTHS = { text: 18, day: 18, time: 24, count: 11, dollars: 13, percent: 10 } as const
const LEFT: ReadonlySet<XlsxColumn['kind']> = new Set(['text', 'day', 'time'])

/** A workbook as the bytes of its file; the headings stay in sight. It is made in memory: tens of thousands of rows. */
export async function writeXlsx(sheets: readonly XlsxSheet[]): Promise<Uint8Array> {
  return writeXlsxFile(
    sheets.map(({ name, columns, rows }) => ({
      sheet: name,
      data: [writeHeadings(columns), ...writeRows(columns, rows)],
      columns: columns.map(({ kind, width }) => ({ width: width ?? WIDTHS[kind] })),
      stickyRowsCount: 1,
    })),
    { features: [{ files: { transform: { 'xl/styles.xml': { transform: addDefaultStyle } } } }] },
  ).toBuffer()
}

/** The library leaves the style named Normal out, and some readers warn that there is none. */
function addDefaultStyle(xml: string): string {
  const base = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
  const normal = '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
  return xml.replace('<cellXfs', `${base}<cellXfs`).replace('</cellXfs>', `</cellXfs>${normal}`)
}

function writeHeadings(columns: readonly XlsxColumn[]): Row {
  return columns.map(({ heading, kind }) => ({
    value: heading,
    type: String,
    fontWeight: 'bold',
    align: LEFT.has(kind) ? 'left' : 'right',
  }))
}

function writeRows(columns: readonly XlsxColumn[], rows: readonly (readonly XlsxCell[])[]): SheetData {
  return rows.map((row) =>
    row.map((cell, at) => {
      if (cell === null) return null
      const kind = columns[at]?.kind ?? 'text'
      const isDate = kind === 'day' || kind === 'time'
      const value = typeof cell === 'string' && isDate ? (countDays(cell) ?? cell) : cell
      if (typeof value === 'string') return { value: keepText(value), type: String }
      const format = FORMATS[kind]
      return { value, type: Number, ...(format && { format }), ...(isDate && { align: 'left' }) }
    }),
  )
}

/** A date as workbooks keep it: days since 1899-12-30, with a fraction for the time; null where the text is none. */
function countDays(text: string): number | null {
  const day = parseDay(text)
  if (day) return toDayNumber(day) - FIRST_DAY
  const local = parseInstant(`${text}Z`)
  return local === null ? null : local / DAY - FIRST_DAY
}

const FIRST_DAY = dayNumberOf(1899, 12, 30)

/**
 * The library keeps texts in a plain object, where `constructor` and the like are found before they were put there: the
 * file was broken by a source of that name. A blank behind it makes it another text, and is not seen.
 */
function keepText(value: string): string {
  return value in Object.prototype ? `${value} ` : value
}
