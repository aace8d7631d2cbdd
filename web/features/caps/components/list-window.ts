import type { ListRow } from './list-rows.ts'

/** Rows from `first` to `last`, both included; empty if `last` is before `first`. */
export interface ListWindow {
  first: number
  last: number
}

/** The start of each row in pixels from the top of the list, then the end of the last row. */
export function addUp(heights: readonly number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1)
  for (const [index, height] of heights.entries()) tops[index + 1] = (tops[index] ?? 0) + height
  return tops
}

/** The rows that are at least partly between two distances from the top; the last rows if both are below all. */
export function findWindow(tops: Float64Array, from: number, to: number): ListWindow {
  const end = tops.length - 2
  const first = Math.min(rowAt(tops, from), end)
  return { first: Math.max(0, first), last: Math.min(Math.max(rowAt(tops, to - 1), first), end) }
}

/** The last row that starts at or above a distance. */
function rowAt(tops: Float64Array, distance: number): number {
  let [low, high] = [0, tops.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= distance) low = middle
    else high = middle - 1
  }
  return low
}

interface MeasuredRow {
  kind: string
  /** In pixels. */
  height: number
}

/** The middle height of each kind of rows that were measured together: one row with a badge says nothing of the others. */
export function takeUsual(rows: readonly MeasuredRow[]): Map<string, number> {
  const kinds = Map.groupBy(rows, ({ kind }) => kind)
  return new Map(
    [...kinds].flatMap(([kind, own]) => {
      const sorted = own.map(({ height }) => height).toSorted((a, b) => a - b)
      return sorted
        .slice(sorted.length >> 1)
        .slice(0, 1)
        .map((height): [string, number] => [kind, height])
    }),
  )
}

/** The element of each row, by the row's key. */
export type Slots = ReadonlyMap<string, string>

/** What is saved by a row that keeps its element, and by one that takes over an element of its kind: half of drawing it. */
const KEPT = 2
const TAKEN_OVER = 1

/**
 * As many rows as can keep their elements, and new rows reuse the elements of removed rows of their kind, because changing
 * words costs half of drawing a row again. Elements stay in their order, but for those that go down to new rows as a list is
 * scrolled: a browser lays out what is moved as if it were new, and one that goes up makes React move all others. The row
 * `held`, which has the focus, keeps its element in any case, and nothing is taken from it.
 */
export function takeSlots(before: Slots, rows: readonly ListRow[], held: string | null = null): Slots {
  const old = Array.from(before, ([key, slot]) => ({ key, slot, kind: slot.slice(0, slot.indexOf(' ')) }))
  const pairs = alignBest(rows, old, (row, other) => {
    if (row.kind !== other.kind) return 0
    if (row.key === other.key) return row.key === held ? rows.length * KEPT : KEPT
    return other.key === held ? 0 : TAKEN_OVER
  })
  const paired = new Set(pairs.values())
  const free = new Set([...old.keys()].filter((at) => !paired.has(at)))
  const taken = new Set(before.values())
  const slots = new Map<string, string>()
  let lowest = 0
  for (const [index, { key, kind }] of rows.entries()) {
    const isFree = (at: number) => at < lowest && old[at]?.kind === kind && old[at].key !== held
    const at = pairs.get(index) ?? [...free].find(isFree)
    if (at !== undefined) {
      free.delete(at)
      lowest = Math.max(lowest, at)
    }
    slots.set(key, (at === undefined ? undefined : old[at]?.slot) ?? nextSlot(kind, taken))
  }
  return slots
}

/** The pairs of two sequences that are worth most together, by position, where no pair crosses another one. */
function alignBest<Row, Other>(
  rows: readonly Row[],
  others: readonly Other[],
  worth: (row: Row, other: Other) => number,
): Map<number, number> {
  const width = others.length + 1
  const sums = new Float64Array((rows.length + 1) * width)
  /** What those from two positions on are worth. */
  const best = (row: number, other: number) => sums[row * width + other] ?? 0
  const backwards = [...others.entries()].toReversed()
  for (const [row, one] of [...rows.entries()].toReversed()) {
    for (const [other, another] of backwards) {
      const pair = worth(one, another)
      const paired = pair > 0 ? pair + best(row + 1, other + 1) : 0
      sums[row * width + other] = Math.max(paired, best(row + 1, other), best(row, other + 1))
    }
  }
  const pairs = new Map<number, number>()
  let other = 0
  for (const row of rows.keys()) {
    // What is worth as much without the one or the other has no pair of them.
    while (other < others.length && best(row, other) === best(row, other + 1)) other += 1
    if (best(row, other) > best(row + 1, other)) pairs.set(row, other++)
  }
  return pairs
}

function nextSlot(kind: string, taken: Set<string>): string {
  for (let number = 0; ; number += 1) {
    const slot = `${kind} ${number}`
    if (taken.has(slot)) continue
    taken.add(slot)
    return slot
  }
}
