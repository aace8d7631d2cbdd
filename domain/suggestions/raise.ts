import { MAX_CAP } from '#domain/caps/cap.ts'
import { countOpenMinutes } from '#domain/caps/pace.ts'
import { END_OF_DAY, type Hours } from '#domain/hours/working-hours.ts'
import { chanceBelow, findBand, findQuantiles, takeShare } from './counts.ts'
import { showPace } from './course.ts'
import { type Forecast, SLOT_MINUTES } from './forecast.ts'
import { chanceOfLess, chanceOfOdds, oddsOfSurge, roundCap } from './odds.ts'
import { type KnownCap, computeWorth, countMinutesLeft, isNear, subjectOfCap } from './seen-cap.ts'
import type { Candidate, Limits } from './suggestion.ts'

/** The chance that it is full early. */
const LIMITS: Limits = { enter: 0.8, stay: 0.7 }

/** Full early is with this much of the hours left: so that there is time to act, and it is worth it. */
const EARLY_MINUTES = 90
const EARLY_SHARE = 0.2

/** Leads that are lost otherwise, at least, and as a share of the cap: fewer are not worth a message. */
const LEAST_LEADS = 3
const LEAST_SHARE = 0.15

/**
 * A cap that will be full early, raised to between the middle and the upper end of what is expected, but by no more than
 * `room`. A cap of 0 is closed on purpose.
 */
export function findRaise(seen: KnownCap, room = MAX_CAP): Candidate | null {
  const { cap, hours } = seen
  const forecast = leaveBurstOut(seen.forecast)
  const early = findEarlySlot(hours)
  if (cap.cap === 0 || !isNear(hours, forecast.now)) return null
  if (early === null || countMinutesLeft(hours, forecast.now) < EARLY_MINUTES) return null
  const chance = chanceBy(forecast, cap.cap, early)
  if (chance < LIMITS.stay) return null
  const { p50, p90 } = forecast.total
  const to = Math.min(roundCap((p50 + p90) / 2), cap.cap + room)
  const ends = listEnds(forecast)
  const leads = Math.floor(expectWithin(ends, to) - expectWithin(ends, cap.cap))
  if (leads < Math.max(LEAST_LEADS, cap.cap * LEAST_SHARE)) return null
  return {
    suggestion: {
      kind: 'raise',
      subject: subjectOfCap(seen),
      action: { kind: 'set-cap', capId: cap._id, from: cap.cap, to },
      evidence: showPace(forecast, cap.cap),
      confidence: chance,
      gain: { leads, cents: cap.kind === 'broker' ? computeWorth(leads, [cap]) : null },
    },
    p: chanceOfRaise(seen),
    firm: chance >= LIMITS.enter,
  }
}

/**
 * Either the plan is too low for ordinary days, or this is no ordinary day: that neither is so has at most twice the
 * lesser of the two chances.
 */
function chanceOfRaise({ cap, forecast }: KnownCap): number {
  const tooLow = chanceOfLess(forecast, cap.cap)
  const surge = chanceOfOdds(oddsOfSurge(forecast.usualByNow, forecast.delivered))
  return Math.min(1, 2 * Math.min(tooLow, surge))
}

/** Slots of the stretch in which most came beyond the usual: what comes in three hours, or less, may be a burst. */
const BURST_SLOTS = 12
/** Leads as usual by which the rest of a day so far is held to the usual. */
const CALM_LEADS = 3

/**
 * What will have come where a burst goes on no longer: of what came beyond the usual only as much says something of the rest as
 * the hours beside the busiest stretch say too. A day that is better in all its hours stays so.
 */
export function leaveBurstOut(forecast: Forecast): Forecast {
  const { delivered, cameBySlot, usualBySlot, usualByNow, usual, rest, slot } = forecast
  const [due, usualRest] = [usualByNow.mean, usual.mean - usualByNow.mean]
  const more = rest.reduce((sum, { mean, chance }) => sum + mean * chance, 0) / usualRest - 1
  const surplus = delivered / due - 1
  if (!(usualRest > 0) || !(surplus > 0) || more <= 0) return forecast
  const cameUntil = (end: number) => (end < 0 ? 0 : (cameBySlot[end] ?? delivered))
  const dueUntil = (end: number) => (end < 0 ? 0 : Math.min(due, usualBySlot[end] ?? due))
  const stretches = Array.from({ length: slot + 1 }, (_, end) => ({
    came: cameUntil(end) - cameUntil(end - BURST_SLOTS),
    due: dueUntil(end) - dueUntil(end - BURST_SLOTS),
  }))
  const busiest = stretches.reduce((most, one) => (one.came - one.due > most.came - most.due ? one : most))
  const calm = (delivered - busiest.came + CALM_LEADS) / (due - busiest.due + CALM_LEADS) - 1
  const kept = Math.max(0, Math.min(1, calm / surplus))
  const left = takeShare(rest, (1 + more * kept) / (1 + more))
  const { p10, p50, p90 } = findBand(left)
  return { ...forecast, rest: left, total: { p10: delivered + p10, p50: delivered + p50, p90: delivered + p90 } }
}

/** The last slot after whose end enough of the hours is left for a full cap to be full early. */
function findEarlySlot(hours: Hours): number | null {
  const least = Math.max(EARLY_MINUTES, countOpenMinutes(hours, END_OF_DAY) * EARLY_SHARE)
  for (let slot = END_OF_DAY / SLOT_MINUTES - 1; slot >= 0; slot -= 1) {
    if (countMinutesLeft(hours, (slot + 1) * SLOT_MINUTES) >= least) return slot
  }
  return null
}

/** Equally likely ends of a day. */
const ENDS = 20
const CHANCES = Array.from({ length: ENDS }, (_, index) => (index + 0.5) / ENDS)

/** Totals of today that are all as likely, in order: what is expected of any rule about them is its mean over these. */
export function listEnds({ delivered, rest }: Forecast): number[] {
  return findQuantiles(rest, CHANCES).map((more) => delivered + more)
}

/** Leads that come for a cap, and are not too many for it. */
export function expectWithin(ends: readonly number[], cap: number): number {
  return ends.reduce((sum, end) => sum + Math.min(end, cap), 0) / ends.length
}

/** The chance that at least so many leads of today have come by a minute of it. */
export function chanceBy({ delivered, rest, restBySlot, slot }: Forecast, leads: number, endOfSlot: number): number {
  if (leads <= delivered) return 1
  const share = restBySlot[endOfSlot - slot] ?? (endOfSlot < slot ? 0 : 1)
  return 1 - chanceBelow(takeShare(rest, share), leads - delivered)
}
