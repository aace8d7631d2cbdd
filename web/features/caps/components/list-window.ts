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

/**
 * A row keeps its element. A new row reuses the element of a removed row of its kind, because changing its words costs
 * half of drawing it again. Nothing is taken from the row `held`, which has the focus.
 */
export function takeSlots(before: Slots, rows: readonly ListRow[], held: string | null = null): Slots {
  const wanted = new Set([...rows.map(({ key }) => key), held])
  const free = new Map<string, string[]>()
  for (const [key, slot] of before) {
    const kind = slot.slice(0, slot.indexOf(' '))
    if (!wanted.has(key)) free.set(kind, [...(free.get(kind) ?? []), slot])
  }
  const taken = new Set(before.values())
  const slots = new Map<string, string>()
  for (const { key, kind } of rows) slots.set(key, before.get(key) ?? free.get(kind)?.shift() ?? nextSlot(kind, taken))
  return slots
}

function nextSlot(kind: string, taken: Set<string>): string {
  for (let number = 0; ; number += 1) {
    const slot = `${kind} ${number}`
    if (taken.has(slot)) continue
    taken.add(slot)
    return slot
  }
}
