export type SortValue = string | number | boolean | null

export interface Sorting {
  column: string
  descending: boolean
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Sorts rows by one of their values: numbers by size, texts as people read them (`#9` before `#12`), missing values
 * last.
 */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => SortValue, descending: boolean): Row[] {
  const sign = descending ? -1 : 1
  const values = rows.map(valueOf)
  const ranks = rankTexts(values)
  return rows
    .map((row, at) => ({ row, value: values[at] ?? null }))
    .toSorted(({ value: a }, { value: b }) => {
      if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b))
      return sign * (rankOf(a, ranks) - rankOf(b, ranks))
    })
    .map(({ row }) => row)
}

function isMissing(value: SortValue): boolean {
  return value === null || value === ''
}

/**
 * Comparing texts as people read them is slow, and thousands of rows share some dozens of texts. So each text is ranked
 * once.
 */
function rankTexts(values: readonly SortValue[]): ReadonlyMap<SortValue, number> {
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))].toSorted(words.compare)
  const ranks = new Map<SortValue, number>()
  let rank = 0
  for (const [at, text] of texts.entries()) {
    const before = texts[at - 1]
    if (before !== undefined && words.compare(before, text) !== 0) rank += 1
    ranks.set(text, rank)
  }
  return ranks
}

function rankOf(value: SortValue, ranks: ReadonlyMap<SortValue, number>): number {
  return ranks.get(value) ?? Number(value)
}
