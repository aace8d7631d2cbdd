import { isTaking } from '#domain/hours/paused-time.ts'
import { END_OF_DAY, type Hours, type Window } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'

/** Leads that are expected on a day, spread over the minutes in which they are taken. */
export interface ExpectedLeads {
  leads: number
  hours: Hours
  paused: readonly Window[]
}

export interface ExpectedDay {
  day: Day
  /** 0 to 1439; nothing is expected before. */
  from: number
  parts: readonly ExpectedLeads[]
}

/** When so many leads more will have come, by the wall clock: the first minute at which they have; null where never. */
export function findFullAt(left: number, days: readonly ExpectedDay[]): { day: Day; minutes: number } | null {
  if (left <= 0) return null
  let before = 0
  for (const { day, from, parts } of days) {
    const perMinute = new Float64Array(END_OF_DAY)
    for (const part of parts) spread(perMinute, part, from)
    for (const [minute, leads] of perMinute.entries()) {
      before += leads
      // Sums of parts of a lead are a little off.
      if (before >= left - 1e-6) return { day, minutes: minute }
    }
  }
  return null
}

function spread(perMinute: Float64Array, { leads, hours, paused }: ExpectedLeads, from: number): void {
  const minutes = Array.from({ length: END_OF_DAY - from }, (_, index) => from + index).filter((minute) =>
    isTaking(hours, paused, minute),
  )
  for (const minute of minutes) perMinute[minute] = (perMinute[minute] ?? 0) + leads / minutes.length
}
