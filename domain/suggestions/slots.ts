import { SLOT_MINUTES, SLOTS } from './forecast.ts'

/** The slots of a row. */
export function slotsOf(values: Float64Array, row: number): Float64Array {
  return values.subarray(row * SLOTS, (row + 1) * SLOTS)
}

/** The sum of a row's slots before `until`. */
export function sumRow(values: Float64Array, row: number, until = SLOTS): number {
  let sum = 0
  for (let at = row * SLOTS; at < row * SLOTS + until; at += 1) sum += values[at] ?? 0
  return sum
}

/** The sum of a day's slots until a minute of it. */
export function sumUntil(slots: Float64Array, minutes: number): number {
  const slot = Math.floor(minutes / SLOT_MINUTES)
  return sumRow(slots, 0, slot) + (slots[slot] ?? 0) * passedOf(slot, minutes)
}

/** The share of a slot, 0 to 1, that has passed at a minute of the day. */
export function passedOf(slot: number, minutes: number): number {
  return Math.max(0, Math.min(1, (minutes - slot * SLOT_MINUTES) / SLOT_MINUTES))
}

/** By the end of each slot, the sum of the slots so far. */
export function addUp(slots: Iterable<number>): number[] {
  const sums: number[] = []
  let sum = 0
  for (const value of slots) sums.push((sum += value))
  return sums
}

/** The slots of which these are the sums by the end of each. */
export function takeApart(sums: readonly number[]): number[] {
  return sums.map((until, slot) => until - (sums[slot - 1] ?? 0))
}
