import { MAX_CAP } from '#domain/caps/cap.ts'
import { countOpenMinutes } from '#domain/caps/pace.ts'
import { END_OF_DAY, type Hours } from '#domain/hours/working-hours.ts'
import type { Candidate, Limits } from './suggestion.ts'
import { chanceBy, expectWithin, listEnds, computeWorth } from './worth.ts'
import { SLOT_MINUTES } from './forecast.ts'
import { chanceOfOdds, oddsOfSurge, chanceOfLess, roundCap } from './odds.ts'
import { showPace } from './course.ts'
import { countMinutesLeft, isNear, subjectOfCap, type KnownCap } from './seen-cap.ts'

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
  const { cap, hours, forecast } = seen
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

/** The last slot after whose end enough of the hours is left for a full cap to be full early. */
function findEarlySlot(hours: Hours): number | null {
  const least = Math.max(EARLY_MINUTES, countOpenMinutes(hours, END_OF_DAY) * EARLY_SHARE)
  for (let slot = END_OF_DAY / SLOT_MINUTES - 1; slot >= 0; slot -= 1) {
    if (countMinutesLeft(hours, (slot + 1) * SLOT_MINUTES) >= least) return slot
  }
  return null
}
