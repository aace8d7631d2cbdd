import { type Cap, computeLeadPrice } from '#domain/caps/cap.ts'
import { countOpenMinutes } from '#domain/caps/pace.ts'
import { isPausedMinute, isPausedToEnd } from '#domain/hours/paused-time.ts'
import { hoursOn } from '#domain/hours/stored-hours.ts'
import { END_OF_DAY, type Hours, type Window } from '#domain/hours/working-hours.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Cents } from '#domain/kernel/cents.ts'
import { type GeoKey, foldGeo } from '#domain/kernel/identity.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Forecast } from './forecast.ts'
import type { SuggestionSubject } from './suggestion.ts'
import type { PlannedSubject, SweepInput } from './sweep.ts'

/** A cap of today with what is known of its leads. */
export interface SeenCap {
  cap: Cap
  geo: GeoKey
  hours: Hours
  /** The paused windows of its day. */
  paused: readonly Window[]
  /** Null if there is too little history. */
  forecast: Forecast | null
}

export interface KnownCap extends SeenCap {
  forecast: Forecast
}

/** Whether all traffic of a place is paused now. */
export function isStopped(place: PlannedSubject, { now, pausedOf }: Pick<SweepInput, 'now' | 'pausedOf'>): boolean {
  return place.date === now.day && isPausedMinute(pausedOf?.(place) ?? [], now.minutes)
}

/** Whether a cap takes no more leads of its day because of pauses. */
export function isHeld(cap: Cap, { now, pausedOf }: Pick<SweepInput, 'now' | 'pausedOf'>): boolean {
  const from = cap.date === now.day ? now.minutes : 0
  return isPausedToEnd(hoursOn(cap, now.zone), pausedOf?.(cap) ?? [], from)
}

/** The caps of today that still take leads and are not paused now. */
export function seeCaps(input: Pick<SweepInput, 'caps' | 'now' | 'forecastOf' | 'pausedOf'>): SeenCap[] {
  const { caps, now, forecastOf, pausedOf } = input
  return caps
    .filter((cap) => cap.date === now.day && !isStopped(cap, input) && !isHeld(cap, input))
    .map((cap) => ({
      cap,
      geo: foldGeo(cap.geo),
      hours: hoursOn(cap, now.zone),
      paused: pausedOf?.(cap) ?? [],
      forecast: forecastCap(cap, now.zone, forecastOf),
    }))
}

/** The forecast of a cap's leads in its hours. */
export function forecastCap(cap: Cap, zone: Zone, forecastOf: SweepInput['forecastOf']): Forecast | null {
  const { advertiserId, sourceNumber } = cap
  return forecastOf({ geo: foldGeo(cap.geo), advertiserId, sourceNumber }, hoursOn(cap, zone))
}

export function isKnown(seen: SeenCap): seen is KnownCap {
  return seen.forecast !== null
}

export function subjectOfCap({ cap, geo }: SeenCap): SuggestionSubject {
  const { advertiserId, advertiserName, sourceNumber } = cap
  return { capKind: cap.kind, capId: cap._id, day: cap.date, geo, advertiserId, advertiserName, sourceNumber }
}

/** Open minutes that are left of a day at a minute of it. */
export function countMinutesLeft(hours: Hours, minutes: number): number {
  return countOpenMinutes(hours, END_OF_DAY) - countOpenMinutes(hours, minutes)
}

/** Minutes before its hours begin from which something may be said of a cap. Not in the night before. */
const AHEAD_MINUTES = 60

/** Minutes since 00:00 from which something may be said of a cap that is open day and night. */
const MORNING = 6 * 60

/** Whether it is time to say something of a cap with these hours. */
export function isNear(hours: Hours, minutes: number): boolean {
  if (hours.kind !== 'windows') return minutes >= MORNING
  return countOpenMinutes(hours, Math.min(END_OF_DAY, minutes + AHEAD_MINUTES)) > 0
}

/**
 * The worth of leads at the mean price of these caps, weighted by their caps and rounded down to whole cents. Null if one of
 * them has no price, or if nothing is planned.
 */
export function computeWorth(leads: number, caps: readonly Cap[]): Cents | null {
  let [planned, worth] = [0n, 0n]
  for (const cap of caps) {
    const price = computeLeadPrice(cap)
    if (price === null) return null
    planned += BigInt(cap.cap)
    worth += BigInt(cap.cap) * BigInt(price)
  }
  return planned === 0n ? null : brandNumber(Number((worth * BigInt(leads)) / planned))
}
