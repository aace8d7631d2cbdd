/** One line of a list of caps. A `geo` is the head of those that follow. */
export interface ListRow {
  kind: string
  key: string
}

/** The head that a row stands under: the nearest one at or above it. */
export function headAbove(rows: readonly ListRow[], index: number): number {
  return Math.max(0, lastHead(rows, Math.min(index, rows.length - 1)))
}

/** The heads next to the rows from `first` to `last`: two above, as the nearest may be among them, and one below. */
export function headsAround(rows: readonly ListRow[], first: number, last: number): number[] {
  const above = lastHead(rows, first)
  return [lastHead(rows, above - 1), above, nextHead(rows, last + 1)].filter((index) => index >= 0)
}

function lastHead(rows: readonly ListRow[], from: number): number {
  for (let index = from; index >= 0; index -= 1) if (rows[index]?.kind === 'geo') return index
  return -1
}

function nextHead(rows: readonly ListRow[], from: number): number {
  for (let index = from; index < rows.length; index += 1) if (rows[index]?.kind === 'geo') return index
  return -1
}
