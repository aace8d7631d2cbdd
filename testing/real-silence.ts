import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { SLOT_MINUTES, SLOTS, type SlotCount } from '#domain/suggestions/forecast.ts'
import { remember } from '#sandbox/remember.ts'
import type { PlannedWorld } from './planned-worlds.ts'
import type { RealSet } from './real-days.ts'
import { simulateDay } from './suggestion-month.ts'

/** Minutes of the day from which on a source is dead. */
const DEAD_FROM = 11 * 60

/** What was said of the sources of some real days. */
export interface Silences {
  /** Days of a source on which nothing was wrong, and those on which it was told as silent. */
  quiet: number
  falseAlarms: number
  /** Of sources that died at 11:00: leads that they bring on such a day, and minutes until it was told; null: never. */
  dead: { usual: number; delay: number | null }[]
}

/** Each day once as it was, and once with some sources dead from 11:00 on, swept as the product sweeps. */
export function measureSilences(set: RealSet, days: readonly Day[], deadAtOnce: number, step = 1): Silences {
  const found: Silences = { quiet: 0, falseAlarms: 0, dead: [] }
  for (const [at, day] of days.entries()) {
    const silentIn = (world: PlannedWorld) =>
      simulateDay(world, day, step, []).filter(({ suggestion }) => suggestion.kind === 'silent')
    const wrong = new Set(silentIn(planWorld(set, null)).map(({ suggestion }) => suggestion.subject.sourceNumber))
    found.quiet += set.sources.length
    found.falseAlarms += wrong.size
    const dead = set.sources.filter((source, place) => {
      const isTaken = (place + at * deadAtOnce) % Math.ceil(set.sources.length / deadAtOnce) === 0
      return isTaken && !wrong.has(source)
    })
    const told = silentIn(planWorld(set, { day, sources: new Set(dead) }))
    for (const source of dead) {
      const first = told.find(
        ({ suggestion, minutes }) => suggestion.subject.sourceNumber === source && minutes >= DEAD_FROM,
      )
      const usual =
        [7, 14, 21, 28].reduce((sum, back) => sum + leadsOf(set.countsOf(addDays(day, -back)), source), 0) / 4
      found.dead.push({ usual, delay: first ? first.minutes + 1 - DEAD_FROM : null })
    }
  }
  return found
}

/** Median minutes until a death was told, of sources between two sizes; infinite where most never were. */
export function medianDelay({ dead }: Silences, from: number, to: number): { sources: number; minutes: number } {
  const delays = dead
    .filter(({ usual }) => usual >= from && usual < to)
    .map(({ delay }) => delay ?? Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a - b)
  return { sources: delays.length, minutes: delays[Math.floor(delays.length / 2)] ?? Number.NaN }
}

/** One cap for each source and place, open all day and never full. */
function planWorld(set: RealSet, dead: { day: Day; sources: ReadonlySet<SourceNumber> } | null): PlannedWorld {
  const countsOf = remember((day: Day) =>
    set
      .countsOf(day)
      .filter(
        ({ sourceNumber, slot }) =>
          dead?.day !== day || !dead.sources.has(sourceNumber) || slot * SLOT_MINUTES < DEAD_FROM,
      ),
  )
  return { deals: [], countsOf, capsOf: remember((day: Day) => planDay(set, day)), conversionsOf: () => [] }
}

function planDay(set: RealSet, day: Day): Cap[] {
  const keys = new Map(
    [7, 14].flatMap((back) =>
      set
        .countsOf(addDays(day, -back))
        .map((count) => [`${count.sourceNumber} ${count.geo} ${count.advertiserId}`, count]),
    ),
  )
  return [...keys].map(([key, { geo, advertiserId, sourceNumber }]) => ({
    _id: `${key} ${day}`,
    kind: 'broker',
    date: day,
    geo: brandText(geo),
    advertiserId,
    advertiserName: advertiserId,
    sourceNumber,
    cap: SLOTS * 100,
    actualCount: 0,
    workingHours: null,
    alwaysOn: true,
    cpa: null,
    crg: null,
    createdBy: '@ann',
    version: 1,
  }))
}

function leadsOf(counts: readonly SlotCount[], source: SourceNumber): number {
  return counts.reduce((sum, { sourceNumber, leads }) => sum + (sourceNumber === source ? leads : 0), 0)
}
