import { END_OF_DAY, isOpen, parseHours, type Hours } from '#domain/hours/working-hours.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, instantFromMilliseconds, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Random } from '#sandbox/random.ts'

/** How busy each hour of a day is. */
const HOURLY = [1, 0.6, 0.4, 0.3, 0.3, 0.5, 1.2, 2.5, 5, 8, 10, 10, 9, 8, 8.5, 9, 9, 8, 6.5, 5, 4.5, 4, 3, 2]
const CURVE = HOURLY.map((weight, hour) => [hour, weight] as const)

/** Tries to hit the hours; narrow ones at night are missed now and then, as in life. */
const TRIES = 60

export function readHours(text: string | null): Hours {
  const hours = parseHours(text)
  if (!hours.ok) throw new Error(`the demo world has hours that nobody can read: ${text}`)
  return hours.value
}

/** An instant of a day: busier at noon than at night, and within the hours. */
export function pickInstant(random: Random, zone: Zone, day: Day, hours: Hours): Instant {
  let minutes = pickMinutes(random)
  for (let tries = 0; tries < TRIES && !isOpen(hours, minutes); tries += 1) minutes = pickMinutes(random)
  return instantAt(zone, day, minutes, random.integer(0, MINUTE - 1))
}

function pickMinutes(random: Random): number {
  return random.weigh(CURVE) * 60 + random.integer(0, 59)
}

/** The instant of a wall clock (minutes since 00:00), moved into the day where a change of the clock skips it. */
export function instantAt(zone: Zone, day: Day, minutes: number, milliseconds = 0): Instant {
  const start = zone.startOf(day)
  const end = zone.startOf(addDays(day, 1))
  const even = addMilliseconds(start, minutes * MINUTE + milliseconds)
  const drift = shorterWay(minutes - zone.localTimeOf(even).minutes)
  const aligned = addMilliseconds(even, drift * MINUTE)
  return instantFromMilliseconds(Math.min(Math.max(aligned, start), end - SECOND))
}

/** A difference of wall clocks as the shorter way round: 23 hours ahead is 1 hour behind. */
function shorterWay(minutes: number): number {
  return ((minutes + END_OF_DAY + END_OF_DAY / 2) % END_OF_DAY) - END_OF_DAY / 2
}
