import type { Cap } from '#domain/caps/cap.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { Candidate, Limits } from './suggestion.ts'
import type { Quantiles } from './forecast.ts'
import { type PriorRate, boundChance, knowRate, type ConversionCount, type DealWeeks } from './rate.ts'

/** Leads of this many days and more ago count: by then nearly all that will convert have done so. */
export const MATURE_DAYS = 7

/** Leads of so many days ago and less count: what converted before that was another time. */
export const CONVERSION_DAYS = 60

/** The chance that the rate is below what is guaranteed. */
const LIMITS: Limits = { enter: 0.95, stay: 0.9 }

/** Conversions that the guarantee promises of these leads, at least: of fewer nothing can be said. */
const LEAST_PROMISED = 8

/** Basis points of the whole: rates are shares, 0 to 1, until they are told. */
const BASIS = 10_000

/**
 * A deal whose leads convert below what is guaranteed; `caps` are those that it has now. A guarantee of all leads is a
 * price per lead (docs/rules.md), below which every deal converts: of it there is nothing to say.
 */
export function findConversion(
  count: ConversionCount,
  prior: PriorRate,
  caps: readonly Cap[],
  today: Day,
): Candidate | null {
  const [cap] = caps
  const guaranteed = count.guaranteed / BASIS
  const promised = count.leads * guaranteed
  if (!cap || guaranteed >= 1 || promised < LEAST_PROMISED || count.deposits >= promised) return null
  const hits = count.deposits + prior.rate * prior.leads
  const known = knowRate(Math.max(1, hits), Math.max(1, count.leads + prior.leads - hits))
  const chance = known.chanceBelow(guaranteed)
  if (chance < LIMITS.stay) return null
  const missing = Math.floor((count.leads * count.guaranteed) / BASIS) - count.deposits
  if (missing < 1) return null
  return {
    suggestion: {
      kind: 'conversion',
      subject: {
        capKind: null,
        capId: null,
        day: today,
        geo: count.geo,
        advertiserId: count.advertiserId,
        advertiserName: cap.advertiserName,
        sourceNumber: count.sourceNumber,
      },
      action: null,
      evidence: {
        kind: 'conversion',
        leads: count.leads,
        deposits: count.deposits,
        guaranteed: count.guaranteed,
        rate: inBasisPoints(known.quantiles),
        from: count.from,
        to: count.to,
      },
      confidence: chance,
      // What is missing to the guarantee: conversions, and their price.
      gain: { leads: missing, cents: cap.cpa === null ? null : brandNumber(missing * cap.cpa) },
    },
    p: boundChance(count.leads, count.deposits, guaranteed),
    firm: chance >= LIMITS.enter,
  }
}

/** Weeks of mature leads that a deal is compared with itself over. */
export const OWN_WEEKS = 24

/** The youngest weeks, at most and each number of them, against all before, of which there must be some. */
const MOST_YOUNG = 10
const LEAST_BEFORE = 8

/** What a fall is taken to be, as a share of what was. */
const HALF = 0.5

/** How likely a deal is taken to halve before anything is seen of it: once in a hundred spans of so many weeks. */
const HALVES = 1 / 100

/**
 * The chance that it has halved: chosen so that of 150 deals that are what they were about one in three years is told
 * falsely, and half of those that halve are told within 40 days (`npm run soak conversion`).
 */
const HALVED: Limits = { enter: 0.95, stay: 0.9 }

/** Deposits that the weeks before let expect of the young ones, and leads of them, at least: of fewer nothing can be said. */
const LEAST_EXPECTED = 8

/** Some weeks of a deal. */
interface Weeks {
  count: number
  leads: number
  deposits: number
}

/**
 * A deal that converts half as well as it did, whatever is guaranteed. Of all deposits those of the young weeks are
 * binomial, with the share of the leads that are young; of a deal that has halved, with half of their odds. The ratio of both
 * (`chanceOfHalving`) is a mean over how long ago that was.
 */
export function findHalving({ weeks, ...deal }: DealWeeks, caps: readonly Cap[], today: Day): Candidate | null {
  const [cap] = caps
  const splits = Array.from({ length: Math.max(0, Math.min(MOST_YOUNG, weeks.length - LEAST_BEFORE)) }, (_, at) => {
    const [young, before] = [sumWeeks(weeks.slice(0, at + 1)), sumWeeks(weeks.slice(at + 1))]
    return { young, before, logOdds: logOddsOfHalving(young, before) }
  })
  const [first, ...others] = splits
  if (!cap || !first) return null
  const { young, before, logOdds } = others.reduce(
    (best, split) => (split.logOdds > best.logOdds ? split : best),
    first,
  )
  const chance = chanceOfHalving(
    logOdds,
    splits.map((split) => split.logOdds),
  )
  if (chance < HALVED.stay) return null
  const missing = Math.floor(expectDeposits(young, before)) - young.deposits
  const until = addDays(today, -MATURE_DAYS)
  return {
    suggestion: {
      kind: 'conversion',
      subject: { capKind: null, capId: null, day: today, ...deal, advertiserName: cap.advertiserName },
      action: null,
      evidence: {
        kind: 'halving',
        leads: young.leads,
        deposits: young.deposits,
        leadsBefore: before.leads,
        depositsBefore: before.deposits,
        weeksBefore: before.count,
        from: addDays(until, 1 - 7 * young.count),
        to: until,
      },
      confidence: chance,
      gain: { leads: missing, cents: cap.cpa === null ? null : brandNumber(missing * cap.cpa) },
    },
    // By its odds, which already are those of all looks: no chance of one sweep is weighed against those of others.
    p: null,
    firm: chance >= HALVED.enter,
  }
}

/** Of the mean of these odds, of which `top` is the highest: odds themselves are more than a number holds where much fell. */
function chanceOfHalving(top: number, all: readonly number[]): number {
  if (top === Number.NEGATIVE_INFINITY) return 0
  const mean = top + Math.log(all.reduce((sum, logOdds) => sum + Math.exp(logOdds - top), 0) / all.length)
  return 1 / (1 + Math.exp(-mean) * (1 / HALVES - 1))
}

/** How much likelier these deposits are of a deal that has halved than of one that is what it was: the logarithm. */
function logOddsOfHalving(young: Weeks, before: Weeks): number {
  if (expectDeposits(young, before) < LEAST_EXPECTED) return Number.NEGATIVE_INFINITY
  const same = young.leads / (young.leads + before.leads)
  const halved = (HALF * young.leads) / (HALF * young.leads + before.leads)
  return young.deposits * Math.log(halved / same) + before.deposits * Math.log((1 - halved) / (1 - same))
}

/** Of the young weeks, at the rate of those before. */
function expectDeposits(young: Weeks, before: Weeks): number {
  return before.leads === 0 ? 0 : (young.leads * before.deposits) / before.leads
}

function sumWeeks(weeks: DealWeeks['weeks']): Weeks {
  return {
    count: weeks.length,
    leads: weeks.reduce((sum, week) => sum + week.leads, 0),
    deposits: weeks.reduce((sum, week) => sum + week.deposits, 0),
  }
}

/** The caps of a deal, of all that stand. */
export function groupByDeal(
  caps: readonly Cap[],
): (deal: Pick<ConversionCount, 'geo' | 'advertiserId' | 'sourceNumber'>) => Cap[] {
  const byDeal = Map.groupBy(caps, ({ geo, advertiserId, sourceNumber }) =>
    JSON.stringify([foldGeo(geo), advertiserId, sourceNumber]),
  )
  return ({ geo, advertiserId, sourceNumber }) => byDeal.get(JSON.stringify([geo, advertiserId, sourceNumber])) ?? []
}

function inBasisPoints({ p10, p50, p90 }: Quantiles): Quantiles {
  const round = (rate: number) => Math.round(rate * BASIS)
  return { p10: round(p10), p50: round(p50), p90: round(p90) }
}
