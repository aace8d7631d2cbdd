import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { parseDay } from '#domain/kernel/day.ts'
import { isLineColumn, labelOfColumn, type LineColumn } from '#web/features/sheet/components/sheet-columns.ts'
import { formatDay } from '#web/lib/format.ts'
import { HIDABLE, type Hidable } from '../board-view.ts'

/** A cell that can be changed: a field of the cap of a day, `2026-11-24 cap`. */
export type TableColumn = `${string} ${LineColumn}`

const TERM_OF: Readonly<Partial<Record<Hidable, LineColumn>>> = { hours: 'workingHours', cpa: 'cpa', crg: 'crg' }

export function columnOf(day: Day, field: LineColumn): TableColumn {
  return `${day} ${field}`
}

export function parseColumn(column: string): { day: Day; field: LineColumn } | null {
  const [text = '', field = ''] = column.split(' ')
  const day = parseDay(text)
  return day && isLineColumn(field) ? { day, field } : null
}

/** The columns whose cells can be changed, from left to right. */
export function cellColumns(days: readonly Day[], termsDay: Day, hidden: ReadonlySet<string>): TableColumn[] {
  const terms = HIDABLE.flatMap((name) => {
    const field = TERM_OF[name]
    return field && !hidden.has(name) ? [columnOf(termsDay, field)] : []
  })
  return [...days.map((day) => columnOf(day, 'cap')), ...terms]
}

/** A column as each of its cells needs it. */
export interface CellColumn {
  name: TableColumn
  day: Day
  field: LineColumn
  /** `Planned on Sat 21 Nov` */
  label: string
}

/** Read once for all rows. */
export function readColumns(columns: readonly TableColumn[]): CellColumn[] {
  return columns.flatMap((name) => {
    const read = parseColumn(name)
    return read ? [{ name, ...read, label: `${labelOfColumn(read.field)} on ${formatDay(read.day)}` }] : []
  })
}

/** Widths in pixels: the place, each day, one to come of which nothing is delivered, today's forecast, and the terms. */
const PLACE = { broker: 260, affiliate: 170 } as const satisfies Record<CapKind, number>
const DAY = 156
const COMING = 146
const FORECAST = 66
const TERMS: Readonly<Record<Exclude<Hidable, 'forecast'>, number>> = { hours: 150, cpa: 76, crg: 64, price: 76 }

/** As `grid-template-columns`, and the least width of all of them. */
export function layOut(kind: CapKind, days: readonly Day[], today: Day, hidden: ReadonlySet<string>) {
  const widths = days.map(
    (day) => (day > today ? COMING : DAY) + (day === today && !hidden.has('forecast') ? FORECAST : 0),
  )
  const terms = HIDABLE.flatMap((name) => (name === 'forecast' || hidden.has(name) ? [] : [TERMS[name]]))
  const least = [PLACE[kind], ...widths, ...terms].reduce((sum, width) => sum + width, 0)
  const columns = [
    `minmax(${PLACE[kind]}px, 2fr)`,
    ...widths.map((width) => `minmax(${width}px, ${width === COMING ? '0.6' : '1'}fr)`),
    ...terms.map((width) => `minmax(${width}px, ${width}fr)`),
  ]
  return { columns: columns.join(' ').replaceAll(/(\d{2,3})fr/g, '0.5fr'), least }
}
