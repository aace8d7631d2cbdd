import { useState } from 'react'
import {
  fieldOf,
  TERM_FIELDS,
  TYPED_FIELDS,
  type FieldType,
  type TermField,
  type TypedField,
} from '#domain/caps/fields.ts'
import { readStored, storageKeys, store } from '#web/lib/storage.ts'

/** The changeable fields of copied caps, or of many at once: the terms. */
export type LineColumn = Extract<TypedField, TermField>

export const LINE_COLUMNS: readonly LineColumn[] = TYPED_FIELDS.filter(isLineColumn)

export function isLineColumn(name: string): name is LineColumn {
  return TYPED_FIELDS.some((field) => field === name) && TERM_FIELDS.some((field) => field === name)
}

/** What a sheet shows of a cap beside the cells that can be changed. */
export type FactColumn = 'date' | 'state' | 'today' | 'sameWeekday' | 'mean'
export type SheetColumn = FactColumn | LineColumn

/** How wide the columns are. Before them stand the choice and who the cap is for. */
const FACT_WIDTHS: Readonly<Record<FactColumn, number>> = {
  date: 84,
  state: 92,
  today: 52,
  sameWeekday: 84,
  mean: 52,
}
const WIDTHS: Readonly<Partial<Record<FieldType, string>>> = {
  count: '96px',
  hours: 'minmax(120px, 200px)',
  cents: '88px',
  basisPoints: '76px',
}
const UNITS: Readonly<Partial<Record<FieldType, string>>> = { cents: ', $', basisPoints: ' %' }
const START = '28px minmax(140px, 1fr)'

export const DELIVERED_COLUMNS = ['today', 'sameWeekday', 'mean'] as const

/** Those that somebody may do without; what is planned and where always stands there. */
export const HIDABLE_COLUMNS: readonly SheetColumn[] = [
  ...DELIVERED_COLUMNS,
  ...LINE_COLUMNS.filter((column) => column !== 'cap'),
]

export function isFact(column: SheetColumn): column is FactColumn {
  return Object.hasOwn(FACT_WIDTHS, column)
}

/** What heads a column whose cells can be changed. */
export function labelOfColumn(column: LineColumn): string {
  const { label, heading = label, type } = fieldOf(column)
  return `${heading}${UNITS[type] ?? ''}`
}

/** Pixels. */
export function widthOfFact(column: FactColumn): number {
  return FACT_WIDTHS[column]
}

/** As `grid-template-columns`. */
export function gridOf(columns: readonly SheetColumn[]): string {
  const widths = columns.map((column) =>
    isFact(column) ? `${FACT_WIDTHS[column]}px` : (WIDTHS[fieldOf(column).type] ?? 'minmax(120px, 200px)'),
  )
  return [START, ...widths].join(' ')
}

/** The columns that somebody does without, in every sheet of this browser. */
export function useHiddenColumns() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set((readStored(storageKeys.hiddenColumns) ?? '').split(' ')),
  )
  const toggle = (column: SheetColumn) => {
    const next = HIDABLE_COLUMNS.filter((other) => hidden.has(other) !== (other === column))
    setHidden(new Set(next))
    store(storageKeys.hiddenColumns, next.join(' '))
  }
  return { hidden, toggle }
}
