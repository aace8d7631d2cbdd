import { zoneOf } from '#domain/kernel/zone.ts'
import { placeOf, type Cap } from '#domain/caps/cap.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { decideSuggestions } from '#domain/suggestions/decide.ts'
import { forecast } from '#domain/suggestions/forecast-day.ts'
import { SLOT_MINUTES, SLOTS, type EndedCap, type SlotCount } from '#domain/suggestions/forecast.ts'
import { listHistoryDays, learn, type Learnt } from '#domain/suggestions/learn.ts'
import { OPEN_DAYS, sumOpenDays } from '#domain/suggestions/idle-hours.ts'
import { SAID_DAYS } from '#domain/suggestions/choose.ts'
import type { Suggestion } from '#domain/suggestions/suggestion.ts'
import type { SweepInput, SweepMemory } from '#domain/suggestions/sweep.ts'
import type { PlannedWorld } from './planned-worlds.ts'

/** What was said, and when. */
export interface Told {
  day: Day
  minutes: number
  suggestion: Suggestion
}

/** Sweeps over all days of a month, of which nobody heeds anything. `step` is in slots. */
export function simulateDays(world: PlannedWorld, start: Day, days: number, step = 1): Told[] {
  const told: Told[] = []
  for (let index = 0; index < days; index += 1) told.push(...simulateDay(world, addDays(start, index), step, told))
  return told
}

export function simulateDay(world: PlannedWorld, day: Day, step: number, before: readonly Told[]): Told[] {
  const view = openDay(world, day)
  const recent = before.filter((one) => one.day >= addDays(day, -SAID_DAYS))
  const told: Told[] = []
  let memory: SweepMemory | null = null
  for (let slot = step - 1; slot < SLOTS; slot += step) {
    const said = [...recent, ...told].map(({ suggestion }) => suggestion)
    const input: SweepInput = { ...view.lookAt(slot), said, memory }
    const decision = decideSuggestions(input)
    memory = decision.memory
    told.push(...decision.suggestions.map((suggestion) => ({ day, minutes: input.now.minutes, suggestion })))
  }
  return told
}

export interface DayView {
  learnt: Learnt
  /** At the last minute of a slot, when its leads have come. */
  lookAt(slot: number): Omit<SweepInput, 'said' | 'memory'>
}

export function openDay(world: PlannedWorld, day: Day): DayView {
  const ofDay = world.countsOf(day)
  // A forecast looks at the slots up to its own, so that one look at the day does for all sweeps of it.
  const history = listHistoryDays(day)
  const counts = history.flatMap((one) => world.countsOf(one))
  const learnt = learn(
    counts,
    day,
    history.filter((one) => one < day).flatMap((one) => listSold(world, one)),
  )
  const [caps, tomorrow] = [world.capsOf(day), world.capsOf(addDays(day, 1))]
  const past = Array.from({ length: OPEN_DAYS }, (_, index) => addDays(day, -1 - index))
  const before = Map.groupBy(
    past.flatMap((one) => world.capsOf(one)),
    hoursAtPlace,
  )
  const openDays = sumOpenDays(
    caps,
    new Map(caps.map((cap) => [cap._id, (before.get(hoursAtPlace(cap)) ?? []).map(({ date }) => date)])),
    past.flatMap((one) => world.countsOf(one)),
  )
  const conversions = world.conversionsOf(day)
  return {
    learnt,
    lookAt(slot) {
      const now = { day, minutes: slot * SLOT_MINUTES + SLOT_MINUTES - 1, zone: zoneOf('UTC') }
      return {
        now,
        blind: false,
        caps: [...deliver(caps, ofDay, slot), ...tomorrow],
        forecastOf: (subject, hours) => {
          const made = forecast(learnt, subject, now, hours ? { hours } : {})
          return made.ok ? made.value : null
        },
        conversions,
        invalid: [],
        openDays,
        everyMinutes: SLOT_MINUTES,
        forced: false,
      }
    },
  }
}

function hoursAtPlace(cap: Cap): string {
  return JSON.stringify([placeOf(cap), cap.workingHours, cap.alwaysOn])
}

function listSold(world: PlannedWorld, day: Day): EndedCap[] {
  return world
    .capsOf(day)
    .flatMap(({ geo, advertiserId, sourceNumber, cap }) =>
      advertiserId === null ? [] : [{ day, geo: foldGeo(geo), advertiserId, sourceNumber, cap }],
    )
}

/** Caps with the leads that have come by the end of a slot. */
function deliver(caps: readonly Cap[], counts: readonly SlotCount[], until: number): Cap[] {
  const delivered = new Map<string, number>()
  for (const { geo, advertiserId, sourceNumber, slot, leads } of counts) {
    if (slot > until) continue
    for (const key of [`${geo} ${sourceNumber} ${advertiserId}`, `${geo} ${sourceNumber} null`]) {
      delivered.set(key, (delivered.get(key) ?? 0) + leads)
    }
  }
  return caps.map((cap) => {
    const key = `${foldGeo(cap.geo)} ${cap.sourceNumber} ${cap.advertiserId}`
    return { ...cap, actualCount: delivered.get(key) ?? 0 }
  })
}
