import { isTaking } from '#domain/hours/paused-time.ts'
import { END_OF_DAY, type Hours, type Window } from '#domain/hours/working-hours.ts'
import type { Day } from '#domain/kernel/day.ts'

/** Leads expected on a day, spread evenly over the minutes in which they are taken. */
export interface ExpectedLeads {
  leads: number
  hours: Hours
  paused: readonly Window[]
}

export interface ExpectedDay {
  day: Day
  /** 0 to 1439. Nothing is expected before it. */
  from: number
  parts: readonly ExpectedLeads[]
}

/** When `left` more leads will have come, by the wall clock: the first minute at which they have; null if never. */
export function findFullAt(left: number, days: readonly ExpectedDay[]): { day: Day; minutes: number } | null {
  if (left <= 0) return null
  let before = 0
  for (const { day, from, parts } of days) {
    const ofDay = parts.reduce((sum, part) => sum + (listMinutes(part, from).next().done ? 0 : part.leads), 0)
    // Only the day on which the limit becomes full is searched minute by minute.
    if (before + ofDay < left - ROUNDING) {
      before += ofDay
      continue
    }
    const perMinute = new Float64Array(END_OF_DAY)
    for (const part of parts) spread(perMinute, part, from)
    for (const [minute, leads] of perMinute.entries()) {
      before += leads
      if (before >= left - ROUNDING) return { day, minutes: minute }
    }
  }
  return null
}

/** Tolerance for sums of fractions of a lead. */
const ROUNDING = 1e-6

function spread(perMinute: Float64Array, part: ExpectedLeads, from: number): void {
  const minutes = [...listMinutes(part, from)]
  for (const minute of minutes) perMinute[minute] = (perMinute[minute] ?? 0) + part.leads / minutes.length
}

/** The minutes of a day, from `from` on, in which leads are taken. */
function* listMinutes({ hours, paused }: ExpectedLeads, from: number): Generator<number> {
  for (let minute = from; minute < END_OF_DAY; minute += 1) if (isTaking(hours, paused, minute)) yield minute
}
