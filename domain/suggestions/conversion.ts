import { placeOf, type Cap } from '#domain/caps/cap.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { NO_PARTS, type Candidate, type SuggestionEvidence } from './suggestion.ts'
import type { LeadKey, Quantiles } from './forecast.ts'
import {
  boundChance,
  knowRate,
  PRIOR_LEADS,
  sumConverted,
  type Converted,
  type ConversionCount,
  type DealWeeks,
} from './rate.ts'

/** Leads count from this age on, in days. By then nearly all that will convert have done so. */
export const MATURE_DAYS = 7

/** Leads count up to this age, in days. Older ones say little about now. */
export const CONVERSION_DAYS = 60

/**
 * The chance that the rate is below what is guaranteed, or has halved. For a halving it is chosen so that of 150 unchanged deals
 * about one in three years is told falsely, and half of all halvings are told within 40 days (`npm run soak conversion`).
 */
const LEAST_CHANCE = 0.95

/** Fewest conversions that the guarantee promises of these leads. With fewer, nothing can be said. */
const LEAST_PROMISED = 8

/** Basis points in 1. Rates are shares from 0 to 1 here, and basis points in the evidence. */
const BASIS = 10_000

/**
 * Finds a deal that converts below its guarantee. `prior`: its rate by all other deals. `cap` is one of its current caps. A guarantee of 100% is a price per lead
 * (docs/rules.md). Every deal converts below that, so nothing is said of it.
 */
export function findConversion(
  count: ConversionCount,
  prior: number,
  cap: Cap | undefined,
  today: Day,
): Candidate | null {
  const { geo, advertiserId, sourceNumber, leads, deposits, from, to } = count
  const guaranteed = count.guaranteed / BASIS
  const promised = (leads * count.guaranteed) / BASIS
  const missing = Math.floor(promised) - deposits
  if (!cap || guaranteed >= 1 || promised < LEAST_PROMISED || missing < 1) return null
  const hits = deposits + prior * PRIOR_LEADS
  const known = knowRate(hits, leads + PRIOR_LEADS - hits)
  const chance = known.chanceBelow(guaranteed)
  if (chance < LEAST_CHANCE) return null
  return compose({ geo, advertiserId, sourceNumber }, cap, today, {
    evidence: {
      kind: 'conversion',
      leads,
      deposits,
      guaranteed: count.guaranteed,
      rate: inBasisPoints(known.quantiles),
      from,
      to,
    },
    chance,
    missing,
    p: boundChance(leads, deposits, guaranteed),
  })
}

/** `missing`: conversions that the deal lacks; they are worth their price. */
function compose(
  deal: LeadKey,
  cap: Cap,
  day: Day,
  { evidence, chance, missing, p }: { evidence: SuggestionEvidence; chance: number; missing: number; p: number | null },
): Candidate {
  return {
    suggestion: {
      kind: 'conversion',
      subject: { ...NO_PARTS, ...deal, day, advertiserName: cap.advertiserName },
      action: null,
      evidence,
      confidence: chance,
      gain: { leads: missing, cents: cap.cpa === null ? null : brandNumber(missing * cap.cpa) },
    },
    p,
  }
}

/** Weeks of mature leads in which a deal is compared with its own past. */
export const OWN_WEEKS = 24

/** The last 1 to MOST_YOUNG weeks are each compared with all weeks before. There must be LEAST_BEFORE of those. */
const MOST_YOUNG = 10
const LEAST_BEFORE = 8

/** The assumed fall, as a share of the earlier rate. */
const HALF = 0.5

/** The chance, before its deposits are seen, that a deal has halved within these weeks. */
const HALVES = 1 / 100

/** Fewest deposits of the young weeks at the earlier rate. With fewer, nothing can be said. */
const LEAST_EXPECTED = 8

/**
 * Finds a deal that converts half as well as before, whatever is guaranteed. Of all deposits, those of the young weeks are
 * binomial. Their odds are those of the young leads, or half of that if the deal has halved. `chanceOfHalving` takes the mean
 * of the ratio of both over how long ago the deal may have halved.
 */
export function findHalving({ weeks, ...deal }: DealWeeks, cap: Cap | undefined, today: Day): Candidate | null {
  const splits = Array.from({ length: Math.max(0, Math.min(MOST_YOUNG, weeks.length - LEAST_BEFORE)) }, (_, at) => {
    const [young, before] = [sumConverted(weeks.slice(0, at + 1)), sumConverted(weeks.slice(at + 1))]
    return { young, before, youngWeeks: at + 1, logOdds: logOddsOfHalving(young, before) }
  })
  const [best] = splits.toSorted((a, b) => b.logOdds - a.logOdds)
  if (!cap || !best) return null
  const { young, before, youngWeeks } = best
  const chance = chanceOfHalving(splits.map(({ logOdds }) => logOdds))
  if (chance < LEAST_CHANCE) return null
  const missing = Math.floor(expectDeposits(young, before)) - young.deposits
  const until = addDays(today, -MATURE_DAYS)
  return compose(deal, cap, today, {
    evidence: {
      kind: 'halving',
      leads: young.leads,
      deposits: young.deposits,
      leadsBefore: before.leads,
      depositsBefore: before.deposits,
      weeksBefore: weeks.length - youngWeeks,
      from: addDays(until, 1 - 7 * youngWeeks),
      to: until,
    },
    chance,
    missing,
    // The odds already count every look, so there is no p to compare with others of the sweep.
    p: null,
  })
}

/** The chance by the mean of these odds. They are logarithms, because odds may exceed what a number holds. */
function chanceOfHalving(all: readonly number[]): number {
  const top = Math.max(...all)
  if (top === Number.NEGATIVE_INFINITY) return 0
  const mean = top + Math.log(all.reduce((sum, logOdds) => sum + Math.exp(logOdds - top), 0) / all.length)
  return 1 / (1 + Math.exp(-mean) * (1 / HALVES - 1))
}

/** The logarithm of how much likelier these deposits are if the deal has halved than if it is unchanged. */
function logOddsOfHalving(young: Converted, before: Converted): number {
  if (expectDeposits(young, before) < LEAST_EXPECTED) return Number.NEGATIVE_INFINITY
  const same = young.leads / (young.leads + before.leads)
  const halved = (HALF * young.leads) / (HALF * young.leads + before.leads)
  return young.deposits * Math.log(halved / same) + before.deposits * Math.log((1 - halved) / (1 - same))
}

/** Deposits of the young weeks at the rate of the weeks before. */
function expectDeposits(young: Converted, before: Converted): number {
  return before.leads === 0 ? 0 : (young.leads * before.deposits) / before.leads
}

/** Returns a function that finds the first of these caps that is a deal's. */
export function indexByDeal(caps: readonly Cap[]): (deal: LeadKey) => Cap | undefined {
  const byDeal = Map.groupBy(caps, placeOf)
  return (deal) => byDeal.get(placeOf(deal))?.[0]
}

function inBasisPoints({ p10, p50, p90 }: Quantiles): Quantiles {
  const round = (rate: number) => Math.round(rate * BASIS)
  return { p10: round(p10), p50: round(p50), p90: round(p90) }
}
