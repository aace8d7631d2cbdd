import type { BasisPoints, Cents } from '#domain/kernel/cents.ts'
import { parseHoursInZone, type ClockRefusal } from '#domain/hours/other-clock.ts'
import type { Day } from '#domain/kernel/day.ts'
import { splitTable } from '#domain/kernel/table.ts'
import { parseDecimal, parseNumber, parsePercent } from '#domain/kernel/typed-number.ts'
import { labelOfZone, type Zone } from '#domain/kernel/zone.ts'
import { placeOf, type CapKind } from './cap.ts'
import type { CapFields, FieldName } from './fields.ts'
import { parseDayCell, parseGeo, parseLetters, parsePrice, type TypedPrice } from './paste-cells.ts'
import { assumeColumns, PASTE_COLUMNS, parseHeader, type PasteColumn, type PastedCells } from './paste-columns.ts'
import { mapTyped } from './typed.ts'
import { splitTables, type PastedLine, type PastedTable } from './paste-tables.ts'

/** The fields of a cap as its form sends them, parsed but not checked. An affiliate cap leaves the advertiser empty. */
export type PastedCap = { [N in PasteColumn]: Pasted<CapFields[N]> }

type Pasted<V> = V extends string
  ? string
  : V extends Cents | BasisPoints
    ? number | null
    : V extends number
      ? number
      : never

/** A cell that cannot be read. A column of null means the whole row. */
export interface CellError {
  column: PasteColumn | null
  message: string
}

export interface PastedRow {
  /** Counted from 1 over all lines, also headings and blank lines, as in the spreadsheet. */
  line: number
  /** The table of the row. */
  table: PastedTable
  cells: PastedCells
  /** Null if there are errors. */
  draft: PastedCap | null
  errors: CellError[]
  /** An earlier line with the same day, geo, advertiser and source. */
  duplicateOf: number | null
}

export interface Paste {
  /** In order. Only the first may have no headings; if others follow, its rows are errors. */
  tables: readonly PastedTable[]
  /** Headings and titles that are not read, as written. */
  ignored: string[]
  rows: PastedRow[]
  /** Whether the text is a message and not a table. Its rows are counted on their own. */
  isMessage: boolean
  /** How open points of a message were decided. */
  notes: string[]
}

export interface PasteOptions {
  kind: CapKind
  /** The day for rows without a date. */
  defaultDate: Day
  /** The zone of stored hours. If absent, hours of another clock are refused. */
  zone?: Zone
  /** Whether the cells are form fields and not from a table or message. */
  isTyped?: boolean
}

const MESSAGES = {
  date: 'Write the date as 2026-11-21 or 21.11.2026.',
  capMissing: 'The cap is missing.',
  cap: 'Write the cap as a number, for example 20 or 1,350.',
  cpa: 'Write the price in dollars, for example 900, $900 or 900+10%.',
  crg: 'Write the guarantee in percent, for example 8 or 8.25%.',
  twoGuarantees: 'The price and the CRG column have different guarantees.',
  aboveHeadings: 'This row is above the headings, so its columns are unknown. Move it below them.',
  tooManyCells:
    'This row has more cells than there are columns. Put numbers such as 1,350 and lists of hours in quotes.',
}

/** Whether a text looks like a table: headings, tabs, or a geo and a number in the cells where the form has them. */
export function isTable(text: string, kind: CapKind): boolean {
  if (text.includes('\t')) return true
  const rows = splitTable(text).filter((cells) => cells.some((cell) => cell !== ''))
  return rows.some((cells) => parseHeader(cells, kind) !== null || isTableRow(cells, kind))
}

function isTableRow(cells: readonly string[], kind: CapKind): boolean {
  const columns = assumeColumns([cells], kind)
  const cellOf = (column: PasteColumn) => cells[columns.indexOf(column)] ?? ''
  const hasGeo = /^[\w/-]{2,16}$/.test(parseLetters(cellOf('geo')))
  return cells.length > 2 && hasGeo && parseNumber(cellOf('cap')) !== null
}

/** Parses rows copied from a spreadsheet, separated by tabs, commas or semicolons, with or without headings. */
export function parsePastedCaps(text: string, options: PasteOptions): Paste {
  const parts = splitTables(text, options.kind)
  const rows = parts.flatMap(({ table, lines }) => {
    const isAbove = table.headings.length === 0 && parts.length > 1
    return lines.map((line) => (isAbove ? refuseRow : parseRow)(line, table, options))
  })
  return {
    tables: parts.map(({ table }) => table),
    ignored: [...new Set(parts.flatMap(({ table, titles }) => [...titles.map(nameTitle), ...listUnread(table)]))],
    rows: markDuplicates(rows),
    isMessage: false,
    notes: [],
  }
}

function nameTitle({ line, cells }: PastedLine): string {
  return tellPiece(line, cells.filter((cell) => cell !== '').join(' '))
}

/** A note about a piece of a text that is not read. */
export function tellPiece(line: number, piece: string): string {
  return `line ${line} “${piece}”`
}

function listUnread({ headings, columns }: PastedTable): string[] {
  return headings.filter((heading, index) => heading !== '' && columns[index] === null)
}

/** Parses one row. Called again when somebody fixes a cell in the preview. */
export function parsePastedCap(
  cells: PastedCells,
  { kind, defaultDate, zone, isTyped = false }: PasteOptions,
): Pick<PastedRow, 'draft' | 'errors'> {
  const errors: CellError[] = []
  const fail = (column: PasteColumn, message: string) => void errors.push({ column, message })
  const textOf = (column: PasteColumn) => cells[column] ?? ''
  const date = textOf('date') === '' ? defaultDate : parseDayCell(textOf('date'), defaultDate)
  if (date === null) fail('date', MESSAGES.date)
  const cap = parseNumber(textOf('cap'))
  if (cap === null) fail('cap', textOf('cap') === '' ? MESSAGES.capMissing : MESSAGES.cap)
  const price = parseTerms(cells, isTyped ? parseDecimal : parseNumber, fail)
  const hours = parseHours(joinWindows(dropBlank(textOf('workingHours'))), date, zone, fail)
  if (date === null || cap === null || price === null || hours === null) return { draft: null, errors }
  const read = { date, geo: parseGeo(textOf('geo')), cap, workingHours: hours, ...price }
  return { draft: { ...textsOfKind(kind, cells), ...read }, errors }
}

/** The cells of the columns that the kind has. */
function textsOfKind(kind: CapKind, cells: PastedCells): Record<PasteColumn, string> {
  const own = new Set<FieldName>(PASTE_COLUMNS[kind])
  return mapTyped((name) => (own.has(name) && name !== 'alwaysOn' ? (cells[name] ?? '') : ''))
}

/** In a table, several windows may be on separate lines or separated by semicolons. */
function joinWindows(hours: string): string {
  return hours.replace(/\s*[;\n]\s*/g, ', ')
}

/** Converts hours of another clock to the zone's clock on that day; null if that is not possible. */
function parseHours(
  text: string,
  day: Day | null,
  zone: Zone | undefined,
  fail: (column: PasteColumn, message: string) => void,
): string | null {
  if (!zone || !day) return text
  const read = parseHoursInZone(text, day, zone)
  if (read.ok) return read.value
  fail('workingHours', sayClock(read, labelOfZone(zone.name)))
  return null
}

function sayClock({ reason, clock }: ClockRefusal, zone: string): string {
  return reason === 'hours.other-day'
    ? `Hours are kept in ${zone}, where these hours of ${clock} are partly on another day. Write them as ${zone} shows them.`
    : `Hours are kept in ${zone}, and “${clock}” may be another clock. Write them as ${zone} shows them.`
}

/** Marks rows with the same day, geo, advertiser and source as an earlier row. The first is not marked. */
export function markDuplicates(rows: readonly PastedRow[]): PastedRow[] {
  const firstLines = new Map<string, number>()
  return rows.map((row) => {
    const key = row.draft && isPlaced(row.draft) ? `${row.draft.date} ${placeOf(row.draft)}` : null
    const duplicateOf = key === null ? null : (firstLines.get(key) ?? null)
    if (key !== null && duplicateOf === null) firstLines.set(key, row.line)
    return { ...row, duplicateOf }
  })
}

function parseRow({ line, cells: texts }: PastedLine, table: PastedTable, options: PasteOptions): PastedRow {
  const { columns } = table
  const named = columns.flatMap((column, index) => (column === null ? [] : [[column, texts[index] ?? ''] as const]))
  const cells: PastedCells = Object.fromEntries(named)
  const row = { line, table, cells, ...parsePastedCap(cells, options), duplicateOf: null }
  const isTooLong = texts.slice(columns.length).some((text) => text !== '')
  return isTooLong ? refuseWhole(row, MESSAGES.tooManyCells) : row
}

/** The columns are only assumed, so the row is shown and cannot be saved. */
function refuseRow(line: PastedLine, table: PastedTable, options: PasteOptions): PastedRow {
  return refuseWhole(parseRow(line, table, options), MESSAGES.aboveHeadings)
}

function refuseWhole(row: PastedRow, message: string): PastedRow {
  return { ...row, draft: null, errors: [{ column: null, message }, ...row.errors] }
}

/** Parses price and guarantee, which may share one cell. */
function parseTerms(
  cells: PastedCells,
  read: typeof parseNumber,
  fail: (column: PasteColumn, message: string) => void,
): TypedPrice | null {
  const price = parsePrice(dropBlank(cells.cpa ?? ''), read)
  if (price === null) fail('cpa', MESSAGES.cpa)
  const percent = dropBlank(cells.crg ?? '')
  const crg = percent === '' ? null : parsePercent(percent)
  if (percent !== '' && crg === null) fail('crg', MESSAGES.crg)
  if (price === null || (percent !== '' && crg === null)) return null
  if (price.crg === null || crg === null) return { cpa: price.cpa, crg: price.crg ?? crg }
  if (price.crg === crg) return { cpa: price.cpa, crg }
  fail('crg', MESSAGES.twoGuarantees)
  return null
}

/** A row without a geo or a source has no place, so it is not a duplicate. */
function isPlaced(draft: PastedCap): boolean {
  return draft.geo !== '' && draft.sourceNumber !== ''
}

/** Texts that people write for "nothing". */
function dropBlank(text: string): string {
  return /^(?:[-–—]+|n\/?a|none)$/i.test(text) ? '' : text
}
