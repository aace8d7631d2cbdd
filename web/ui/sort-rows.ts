export type SortValue = string | number | boolean | null

export interface Sorting {
  column: string
  descending: boolean
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Rows by one of their values: numbers by size, texts as people read them (`#9` before `#12`); what is missing is last. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue, descending: boolean): Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
    return sign * compare(a, b)
  })
}

function isMissing(value: SortValue): boolean {
  return value === null || value === ''
}

function compare(a: SortValue, b: SortValue): number {
  return typeof a === 'string' && typeof b === 'string' ? words.compare(a, b) : Number(a) - Number(b)
}
