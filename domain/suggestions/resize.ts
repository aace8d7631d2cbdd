import { MAX_CAP } from '#domain/caps/cap.ts'
import { countOpenMinutes } from '#domain/caps/pace.ts'
import { END_OF_DAY, type Hours } from '#domain/hours/working-hours.ts'
import { findBand, findQuantiles, takeShare } from './counts.ts'
import { chanceOfAtLeast, LEAST_PERCENT, showPace } from './course.ts'
import { type Forecast, SLOT_MINUTES } from './forecast.ts'
import { BETTER, chanceOfLess, chanceOfMore, chanceOfOdds, oddsOf, roundCap, WORSE } from './odds.ts'
import { type KnownCap, computeWorth, countMinutesLeft, isNear, subjectOfCap } from './seen-cap.ts'
import type { Candidate, Suggestion } from './suggestion.ts'

/**
 * A cap that does not fit its day. `chance`: that it is full early, or stays empty. `leads`: those that would be lost, or are
 * freed. `share`: what these must be of the cap at least. Fewer are not worth a message.
 */
const RAISE = { kind: 'raise', chance: 0.8, leads: 3, share: 0.15 } as const
const LOWER = { kind: 'lower', chance: 0.95, leads: 5, share: 0.25 } as const

/** A cap is full early if this much of its hours is left. So there is time to act, and it is worth it. */
const EARLY_MINUTES = 90
const EARLY_SHARE = 0.2
/** A cap that reaches less than this share stays empty. */
const GOOD_SHARE = LEAST_PERCENT / 100
/** Fewest open minutes that are left, so that somebody else can use the freed leads. */
const LEAST_MINUTES = 60

/**
 * Finds a cap that will be full early. It is raised to between p50 and p90 of the forecast, but by no more than `room`. A cap
 * of 0 is closed on purpose.
 */
export function findRaise(seen: KnownCap, room = MAX_CAP): Candidate | null {
  const { cap, hours } = seen
  const forecast = leaveBurstOut(seen.forecast)
  const early = findEarlySlot(hours)
  if (early === null || !isTime(seen, EARLY_MINUTES)) return null
  const chance = chanceOfAtLeast(forecast, cap.cap, forecast.restBySlot[early - forecast.slot] ?? 0)
  if (chance < RAISE.chance) return null
  const { p50, p90 } = forecast.total
  const to = Math.min(roundCap((p50 + p90) / 2), cap.cap + room)
  const ends = listEnds(forecast)
  const leads = Math.floor(expectWithin(ends, to) - expectWithin(ends, cap.cap))
  const cents = cap.kind === 'broker' ? computeWorth(leads, [cap]) : null
  const history = chanceOfLess(seen.forecast, cap.cap)
  const today = chanceOfOdds(oddsOf(seen.forecast.usualByNow, seen.forecast.delivered, BETTER))
  return compose({ ...seen, forecast }, RAISE, { to, chance, gain: { leads, cents }, history, today })
}

/** Finds a cap that will stay empty, and lowers it to the upper end of the forecast. A pause ahead explains what is missing. */
export function findLower(seen: KnownCap): Candidate | null {
  const { cap, forecast, paused } = seen
  if (!isTime(seen, LEAST_MINUTES) || paused.some(({ to }) => to > forecast.now)) return null
  const to = roundCap(forecast.total.p90)
  const history = chanceOfMore(forecast, cap.cap * GOOD_SHARE)
  const today = chanceOfOdds(oddsOf(forecast.usualByNow, forecast.delivered, WORSE))
  const chance = 1 - chanceOfAtLeast(forecast, Math.ceil(cap.cap * GOOD_SHARE))
  const gain = { leads: cap.cap - to, cents: null }
  return compose(seen, LOWER, { to, chance, gain, history, today })
}

function isTime({ cap, hours, forecast }: KnownCap, minutes: number): boolean {
  return cap.cap > 0 && isNear(hours, forecast.now) && countMinutesLeft(hours, forecast.now) >= minutes
}

/**
 * A change is right if the plan does not fit ordinary days (`history`: the chance that it does), or if this is no ordinary day
 * (`today`: the chance that it is). The chance that neither is true is at most twice the smaller one of both.
 */
function compose(
  seen: KnownCap,
  least: typeof RAISE | typeof LOWER,
  found: Pick<Suggestion, 'gain'> & { to: number; chance: number; history: number; today: number },
): Candidate | null {
  const { cap, forecast } = seen
  const { to, chance, gain, history, today } = found
  if (chance < least.chance || gain.leads < Math.max(least.leads, cap.cap * least.share)) return null
  return {
    suggestion: {
      kind: least.kind,
      subject: subjectOfCap(seen),
      action: { kind: 'set-cap', capId: cap._id, from: cap.cap, to },
      evidence: showPace(forecast, cap.cap),
      confidence: chance,
      gain,
    },
    p: Math.min(1, 2 * Math.min(history, today)),
  }
}

/** Slots of the busiest stretch. What comes beyond the usual in three hours or less may be a burst. */
const BURST_SLOTS = 12
/** The usual pace counts as this many leads in the hours beside the busiest stretch. */
const CALM_LEADS = 3

/**
 * The forecast without a burst. Leads beyond the usual raise the rest of the day only as far as the hours beside the busiest
 * stretch are above the usual too. A day that is better in all its hours stays so.
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
  return { ...forecast, rest: left, total: findBand(left, delivered) }
}

/** The last slot in which a cap can become full and still be full early. */
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

/** Equally likely totals of today, in order. The expected value of anything that depends on the total is its mean over these. */
function listEnds({ delivered, rest }: Forecast): number[] {
  return findQuantiles(rest, CHANCES).map((more) => delivered + more)
}

/** Expected leads that a cap takes. */
function expectWithin(ends: readonly number[], cap: number): number {
  return ends.reduce((sum, end) => sum + Math.min(end, cap), 0) / ends.length
}
