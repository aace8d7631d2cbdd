import { dayNumberOf } from '#domain/kernel/day.ts'
import { DAY, formatInstant, instantFromMilliseconds, SECOND } from '#domain/kernel/instant.ts'
import { FileRefusal } from './file-refusal.ts'
import type { SharedTexts } from './shared-texts.ts'
import { createXmlParser } from './xml.ts'

export interface SheetRow {
  /** From 1. */
  number: number
  cells: string[]
}

interface Workbook {
  shared: SharedTexts
  /** By the number of a style. */
  isDate: readonly boolean[]
  /** Whether days are counted from 1904-01-01, as in older files of Apple. */
  isFrom1904: boolean
}

/** The cell that is being read. */
interface OpenCell {
  column: number
  type: string
  style: number
  text: string
}

/** Wider sheets are refused by the caller. */
const LAST_COLUMN = 1_000
/** The limit of the format. */
const LAST_ROW = 1_048_576
const MOST_CELLS = 16_384
const TOO_MUCH = 'This sheet has more rows or columns than a sheet can have. Please save it again, or as CSV.'

/** Reads the XML of a sheet as it arrives. Its non-blank rows are taken between two pieces. */
export function createSheetReader(workbook: Workbook) {
  let rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let opened = 0
  let cell: OpenCell | null = null
  let cells = 0
  let nextColumn = 0
  let isValue = false
  const parser = createXmlParser({
    open(name, attributes) {
      if (name === 'row') {
        row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] }
        opened += 1
        cells = 0
        nextColumn = 0
      }
      if (name === 'c') {
        const column = attributes['r'] === undefined ? nextColumn : columnOf(attributes['r'])
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), text: '' }
        cells += 1
        nextColumn = column + 1
      }
      if (opened > LAST_ROW || cells > MOST_CELLS) throw new FileRefusal(TOO_MUCH)
      isValue = name === 'v' || name === 't'
    },
    text(text) {
      if (cell && isValue) cell.text += text
    },
    close(name) {
      isValue = false
      if (name === 'c') {
        if (cell && cell.column <= LAST_COLUMN) putInPlace(row.cells, cell.column, showCell(workbook, cell).trim())
        cell = null
      }
      if (name === 'row' && row.cells.length > 0) rows.push(row)
    },
  })
  return {
    ...parser,
    takeRows(): SheetRow[] {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/** Blank cells take no memory, so a file of blanks stays small. */
function putInPlace(cells: string[], column: number, text: string): void {
  if (text === '') return
  while (cells.length < column) cells.push('')
  cells[column] = text
}

/** `B7` is in column 1. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of place) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column - 1
}

function showCell({ shared, isDate, isFrom1904 }: Workbook, { type, style, text }: OpenCell): string {
  if (type === 's') return shared.at(Number(text))
  // An error, such as the #N/A of a look-up that found nothing.
  if (type === 'e') return ''
  if (type !== 'n' || text === '') return text
  const value = Number(text)
  // A larger number has lost digits, and two ids might become one.
  const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value))
  if (!isExact) return text
  return isDate[style] ? showDate(value, isFrom1904) : String(value)
}

const FIRST_DAY = dayNumberOf(1899, 12, 30)
const FIRST_DAY_OF_1904 = dayNumberOf(1904, 1, 1)

/** `2026-03-31 14:05:00`. A workbook counts days, and fractions of days. */
function showDate(days: number, isFrom1904: boolean): string {
  const seconds = Math.round(((isFrom1904 ? FIRST_DAY_OF_1904 : FIRST_DAY) + days) * (DAY / SECOND))
  const text = formatInstant(instantFromMilliseconds(seconds * SECOND))
  const [day = '', time = ''] = text.split(/[TZ.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}
