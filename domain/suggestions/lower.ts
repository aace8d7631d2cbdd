import type { Candidate, Limits } from './suggestion.ts'
import { chanceOfAtLeast } from './forecast-day.ts'
import { chanceOfOdds, oddsOfSlump, chanceOfMore, roundCap } from './odds.ts'
import { showPace } from './course.ts'
import { countMinutesLeft, isNear, subjectOfCap, type KnownCap } from './seen-cap.ts'

/** A cap that reaches less than this share stays empty. */
const GOOD_SHARE = 0.6

/** The chance that it stays empty. */
const LIMITS: Limits = { enter: 0.95, stay: 0.88 }

/** Fewest open minutes that are left, so that somebody else can use the freed leads. */
const LEAST_MINUTES = 60

/** Fewest leads that are freed, and as a share of the cap. */
const LEAST_LEADS = 5
const LEAST_SHARE = 0.25

/** Finds a cap that will stay empty, and lowers it to the upper end of the forecast. */
export function findLower(seen: KnownCap): Candidate | null {
  const { cap, hours, forecast } = seen
  if (cap.cap === 0 || !isNear(hours, forecast.now)) return null
  if (countMinutesLeft(hours, forecast.now) < LEAST_MINUTES) return null
  const to = roundCap(forecast.total.p90)
  const leads = cap.cap - to
  if (leads < Math.max(LEAST_LEADS, cap.cap * LEAST_SHARE)) return null
  const chance = 1 - chanceOfAtLeast(forecast, Math.ceil(cap.cap * GOOD_SHARE))
  if (chance < LIMITS.stay) return null
  return {
    suggestion: {
      kind: 'lower',
      subject: subjectOfCap(seen),
      action: { kind: 'set-cap', capId: cap._id, from: cap.cap, to },
      evidence: showPace(forecast, cap.cap),
      confidence: chance,
      gain: { leads, cents: null },
    },
    p: chanceOfLower(seen),
    firm: chance >= LIMITS.enter,
  }
}

/** Like chanceOfRaise: either the plan is too high for ordinary days, or this is no ordinary day. */
function chanceOfLower({ cap, forecast }: KnownCap): number {
  const tooHigh = chanceOfMore(forecast, cap.cap * GOOD_SHARE)
  const slump = chanceOfOdds(oddsOfSlump(forecast.usualByNow, forecast.delivered))
  return Math.min(1, 2 * Math.min(tooHigh, slump))
}
