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

/**
 * The columns into which a paste goes. Where no hours stand between numbers and prices, a paste into numbers ends with
 * the days: the numbers of further days would be prices.
 */
export function pasteColumns(columns: readonly TableColumn[], covered: readonly TableColumn[]): readonly TableColumn[] {
  const isOfDay = (column: TableColumn) => column.endsWith(' cap')
  const hasHours = columns.some((column) => column.endsWith(' workingHours'))
  return hasHours || !covered.every(isOfDay) ? columns : columns.filter(isOfDay)
}

/** A column as each of its cells needs it. */
export interface CellColumn {
  name: TableColumn
  day: Day
  field: LineColumn
  /** The name under which it is hidden; undefined where it always stands. */
  hidable: Hidable | undefined
  /** `Planned on Sat 21 Nov` */
  label: string
}

/** Read once for all rows. */
export function readColumns(columns: readonly TableColumn[]): CellColumn[] {
  return columns.flatMap((name) => {
    const read = parseColumn(name)
    if (!read) return []
    const hidable = HIDABLE.find((term) => TERM_OF[term] === read.field)
    return [{ name, ...read, hidable, label: `${labelOfColumn(read.field)} on ${formatDay(read.day)}` }]
  })
}

/** Widths in pixels: the place, the leads of a day that came and that are planned, its forecast if it is today, and the terms. */
const PLACE = { broker: 260, affiliate: 170 } as const satisfies Record<CapKind, number>
const DELIVERED = 91
const PLANNED = 65
const FORECAST = 66
/** Of a day to come: the handle of a cap, and what is planned, below the name of the day. */
const GRIP = 24
const PLANNED_ALONE = 122
const TERMS: Readonly<Record<Exclude<Hidable, 'forecast'>, number>> = { hours: 150, cpa: 76, crg: 64, price: 76 }

/** How many columns a day has. */
export function spanOf(day: Day, today: Day, hidden: ReadonlySet<string>): number {
  return day === today && !hidden.has('forecast') ? 3 : 2
}

/** As `grid-template-columns`, and the least width of all of them. */
export function layOut(kind: CapKind, days: readonly Day[], today: Day, hidden: ReadonlySet<string>) {
  const ofDay = (day: Day): readonly Track[] => {
    if (day > today) return [{ least: GRIP }, { least: PLANNED_ALONE, share: 0.6 }]
    const counts = [
      { least: DELIVERED, share: 0.6 },
      { least: PLANNED, share: 0.4 },
    ]
    return spanOf(day, today, hidden) === 3 ? [...counts, { least: FORECAST }] : counts
  }
  const terms = HIDABLE.flatMap((name) => (name === 'forecast' || hidden.has(name) ? [] : [TERMS[name]]))
  const tracks: readonly Track[] = [
    { least: PLACE[kind], share: 2 },
    ...days.flatMap(ofDay),
    ...terms.map((least) => ({ least, share: 0.5 })),
  ]
  return {
    columns: tracks.map(({ least, share }) => (share ? `minmax(${least}px, ${share}fr)` : `${least}px`)).join(' '),
    least: tracks.reduce((sum, { least }) => sum + least, 0),
  }
}

/** A column: its least width in pixels, and its share of what is left. */
interface Track {
  least: number
  share?: number
}
