import { placeOf, type Cap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { SLOTS, type SlotCount } from './forecast.ts'
import type { OpenDays } from './sweep.ts'

/** Days of the past in which idle hours are looked for. */
export const OPEN_DAYS = 28

/** A cap of the past, as far as it says when it took leads. */
export type PastCap = Pick<Cap, 'date' | 'geo' | 'advertiserId' | 'sourceNumber' | 'workingHours' | 'alwaysOn'>

interface Sum {
  days: Set<Day>
  bySlot: number[]
}

/**
 * Sums up for each cap of today when leads came on the days on which it had the same hours and got any lead at all, in
 * one pass over the counts.
 */
export function sumOpenDays(
  caps: readonly Cap[],
  past: readonly PastCap[],
  counts: Iterable<SlotCount>,
): Map<string, OpenDays> {
  const capBySlot = new Map(caps.map((cap) => [placeOf(cap), cap]))
  const numbers = new KeyNumbers()
  const sums = new Map<string, Sum>()
  const sumByKey = new Map<number, Sum>()
  for (const one of past) {
    const cap = capBySlot.get(placeOf(one))
    if (!cap || one.date >= cap.date || !hasSameHours(cap, one)) continue
    const sum = sums.get(cap._id) ?? { days: new Set(), bySlot: Array.from({ length: SLOTS }, () => 0) }
    sums.set(cap._id, sum)
    sumByKey.set(numbers.add({ ...one, day: one.date, geo: foldGeo(one.geo) }, one.advertiserId ?? ''), sum)
  }
  for (const count of counts) {
    // A lead counts for the cap that it is sold under, and for the one that it is bought under.
    addTo(sumByKey.get(numbers.find(count, count.advertiserId)), count)
    addTo(sumByKey.get(numbers.find(count, '')), count)
  }
  return new Map([...sums].map(([id, { days, bySlot }]) => [id, { days: days.size, bySlot }]))
}

function addTo(sum: Sum | undefined, { day, slot, leads }: SlotCount): void {
  if (!sum) return
  sum.days.add(day)
  sum.bySlot[slot] = (sum.bySlot[slot] ?? 0) + leads
}

function hasSameHours(one: PastCap, other: PastCap): boolean {
  return one.workingHours === other.workingHours && one.alwaysOn === other.alwaysOn
}

/** Names of each kind that one sum may know of: more than there are caps of a board. */
const MOST_NAMES = 1 << 14

/** A number for each key: half a million of them are looked up for a few hundred caps. */
class KeyNumbers {
  readonly #days = new Map<string, number>()
  readonly #geos = new Map<string, number>()
  readonly #sources = new Map<string, number>()
  readonly #advertisers = new Map<string, number>()

  add({ day, geo, sourceNumber }: Place, advertiserId: string): number {
    addName(this.#days, day)
    addName(this.#geos, geo)
    addName(this.#sources, sourceNumber)
    addName(this.#advertisers, advertiserId)
    return this.find({ day, geo, sourceNumber }, advertiserId)
  }

  /** Not a number where a name is one that was never added. */
  find({ day, geo, sourceNumber }: Place, advertiserId: string): number {
    const place = numberOf(this.#days, day) * MOST_NAMES + numberOf(this.#geos, geo)
    return (
      (place * MOST_NAMES + numberOf(this.#sources, sourceNumber)) * MOST_NAMES +
      numberOf(this.#advertisers, advertiserId)
    )
  }
}

type Place = Pick<SlotCount, 'day' | 'geo' | 'sourceNumber'>

function addName(names: Map<string, number>, name: string): void {
  if (!names.has(name)) names.set(name, names.size)
}

function numberOf(names: ReadonlyMap<string, number>, name: string): number {
  return names.get(name) ?? Number.NaN
}
