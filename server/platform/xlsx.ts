import writeXlsxFile, { type Row, type SheetData } from 'write-excel-file/node'
import { dayNumberOf, parseDay, toDayNumber } from '#domain/kernel/day.ts'
import { DAY, parseInstant } from '#domain/kernel/instant.ts'

/** A cell of a workbook: numbers stay numbers, and a text stays a text whatever it begins with. */
export type XlsxCell = string | number | null

export interface XlsxColumn {
  heading: string
  /**
   * The format of its cells: `count` 1,234; `dollars` 1,234.50; `percent` 8.25, of a number in percent. Texts of `day`
   * (2026-03-02) and `time` (2026-03-02 14:32, by the clock of a zone) become dates.
   */
  kind: 'text' | 'day' | 'time' | 'count' | 'dollars' | 'percent'
  /** In characters; longer texts are cut only on the screen. */
  width?: number
}

export interface XlsxSheet {
  /** At most 31 characters, without `[]:*?/\`. */
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

/**
 * Writes a workbook as the bytes of its file; the headings stay in sight. It is made in memory, so for tens of
 * thousands of rows.
 */
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

/** The library leaves out the style Normal, and some readers warn about that. */
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

/**
 * A date in the workbook's form: days since 1899-12-30, with a fraction for the time; null if the text is not a date.
 */
function countDays(text: string): number | null {
  const day = parseDay(text)
  if (day) return toDayNumber(day) - FIRST_DAY
  const local = parseInstant(`${text}Z`)
  return local === null ? null : local / DAY - FIRST_DAY
}

const FIRST_DAY = dayNumberOf(1899, 12, 30)

/**
 * The library keeps texts in a plain object, which already has `constructor` and similar keys: a source with that name
 * broke the file. An invisible blank after the text avoids that.
 */
function keepText(value: string): string {
  return value in Object.prototype ? `${value} ` : value
}
