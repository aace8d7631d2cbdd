import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { SLOT_MINUTES, SLOTS } from '#domain/suggestions/forecast.ts'
import { seeCaps } from '#domain/suggestions/seen-cap.ts'
import { findSilent, listSilentSubjects } from '#domain/suggestions/silent.ts'
import { remember } from '#sandbox/remember.ts'
import type { PlannedWorld } from './planned-worlds.ts'
import type { RealSet } from './real-days.ts'
import { openDay } from './suggestion-month.ts'

/** Minutes of the day from which on a source is dead. */
const DEAD_FROM = 11 * 60
/** Leads due before which no source is told as silent. */
const LEAST_DUE = 6

/** What was said of the sources of some real days. */
export interface Silences {
  /** Days of a source on which nothing was wrong, and those on which it was told as silent. */
  quiet: number
  falseAlarms: number
  /**
   * Of sources that died at 11:00: leads that they bring on such a day, minutes until six of them were due (before which
   * nobody can tell), and until it was told; null: never.
   */
  dead: { usual: number; due: number | null; delay: number | null }[]
}

/** Each day once as it was, and once with some sources dead from 11:00 on, looked at every so many slots. */
export function measureSilences(set: RealSet, days: readonly Day[], deadAtOnce: number, step = 1): Silences {
  const found: Silences = { quiet: 0, falseAlarms: 0, dead: [] }
  for (const [at, day] of days.entries()) {
    const wrong = tellSilent(planWorld(set, null), day, 0, step)
    found.quiet += set.sources.length
    found.falseAlarms += wrong.size
    const dead = set.sources.filter((source, place) => {
      const isTaken = (place + at * deadAtOnce) % Math.ceil(set.sources.length / deadAtOnce) === 0
      return isTaken && !wrong.has(source)
    })
    const told = tellSilent(planWorld(set, { day, sources: new Set(dead) }), day, DEAD_FROM, step)
    for (const source of dead) {
      const first = told.get(source)
      const before = [7, 14, 21, 28].flatMap((back) => set.countsOf(addDays(day, -back)))
      const leadsUntil = (slots: number) =>
        before.reduce(
          (sum, count) => sum + (count.sourceNumber === source && count.slot < slots ? count.leads : 0),
          0,
        ) / 4
      const due = Array.from({ length: SLOTS + 1 }, (_, slot) => leadsUntil(slot))
      const sixth = due.findIndex((until) => until >= (due[DEAD_FROM / SLOT_MINUTES] ?? 0) + LEAST_DUE)
      found.dead.push({
        usual: due[SLOTS] ?? 0,
        due: sixth === -1 ? null : sixth * SLOT_MINUTES - DEAD_FROM,
        delay: first === undefined ? null : first + 1 - DEAD_FROM,
      })
    }
  }
  return found
}

/** When each source, or any geo of it, is first told as silent from a minute of a day on. Nothing else says or stops that. */
function tellSilent(world: PlannedWorld, day: Day, from: number, step: number): Map<SourceNumber, number> {
  const [view, ofDay] = [openDay(world, day), world.countsOf(day)]
  const told = new Map<SourceNumber, number>()
  for (let slot = step - 1; slot < SLOTS; slot += step) {
    const input = view.lookAt(slot)
    if (input.now.minutes < from) continue
    // Of what a lead has just come none stays away.
    const fresh = new Set(
      ofDay.flatMap(({ sourceNumber, geo, slot: of }) => (of === slot ? [sourceNumber, `${sourceNumber} ${geo}`] : [])),
    )
    for (const subject of listSilentSubjects(seeCaps({ ...input, forecastOf: () => null }))) {
      const { sourceNumber, geo } = subject
      if (told.has(sourceNumber) || fresh.has(geo === null ? sourceNumber : `${sourceNumber} ${geo}`)) continue
      if (findSilent(subject, input)) told.set(sourceNumber, input.now.minutes)
    }
  }
  return told
}

const SIZES = [120, 60, 30, 15]

export interface Delays {
  /** Leads a day, from and below. */
  from: number
  until: number
  sources: number
  /** Median minutes until six leads were due, and until a death was told; infinite where most never were. */
  due: number
  told: number
}

export function medianDelays({ dead }: Silences): Delays[] {
  return SIZES.map((from, at) => {
    const until = SIZES[at - 1] ?? Number.POSITIVE_INFINITY
    const own = dead.filter(({ usual }) => usual >= from && usual < until)
    const median = (read: (one: (typeof own)[number]) => number | null) =>
      own.map((one) => read(one) ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)[own.length >> 1] ?? Number.NaN
    return { from, until, sources: own.length, due: median(({ due }) => due), told: median(({ delay }) => delay) }
  })
}

/** Of 30 sources in a week. */
export function countFalseAlarms({ falseAlarms, quiet }: Silences): number {
  return (falseAlarms / quiet) * 7 * 30
}

/** The table of docs/benchmarks.md. */
export function printSilences(sets: ReadonlyMap<string, Silences>): string {
  const lines = [...sets].map(([set, found]) => {
    const delays = medianDelays(found).map(({ told, due, sources }) => `${told} (${due}; ${sources})`)
    return `| ${[set, countFalseAlarms(found).toFixed(2), ...delays].join(' | ')} |`
  })
  return [
    '| set | false alarms | above 120 a day | 60 to 120 | 30 to 60 | 15 to 30 |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n')
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
