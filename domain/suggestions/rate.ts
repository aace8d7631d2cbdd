import { basisPointsFromPercent, type BasisPoints } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import { certain, chanceBelow as chanceOfFewer, searchShare } from './counts.ts'
import type { LeadKey, Quantiles } from './forecast.ts'

/**
 * An upper bound of the chance that hits are as far from `all * rate`, on the same side (Chernoff's bound). It is a few times
 * the chance itself, which allows for looking again each day.
 */
export function boundChance(all: number, hits: number, rate: number): number {
  const own = hits / all
  const part = (share: number, of: number) => (share > 0 ? share * Math.log(share / of) : 0)
  return Math.exp(-all * (part(own, rate) + part(1 - own, 1 - rate)))
}

/** Steps of the search for a quantile: precise to a millionth. */
const HALVINGS = 20

/** What is known of a rate, 0 to 1, after so many hits and misses (a Beta distribution, of which both are at least 1). */
export function knowRate(known: number, missed: number) {
  const [hits, misses] = [Math.max(1, known), Math.max(1, missed)]
  /** Trials up to the last of `hits` are negative binomial. Fewer than `misses` of them miss, as likely as the rate lies below. */
  const chanceBelow = (rate: number) =>
    rate <= 0 ? 0 : chanceOfFewer(certain({ mean: (hits * (1 - rate)) / rate, size: hits }), Math.round(misses))
  const quantileOf = (chance: number) => searchShare(HALVINGS, (rate) => chanceBelow(rate) >= chance)
  return {
    chanceBelow,
    get quantiles(): Quantiles {
      return { p10: quantileOf(0.1), p50: quantileOf(0.5), p90: quantileOf(0.9) }
    },
  }
}

/** What became of the leads of a deal that are old enough to have converted (MATURE_DAYS). */
export interface ConversionCount extends LeadKey {
  /** Valid leads: those whose status is not on the list of invalid ones. */
  leads: number
  /** Those of them that converted, at whatever age. */
  deposits: number
  /** Guaranteed for these leads: the CRG of the caps of their days, weighted by leads. */
  guaranteed: BasisPoints
  from: Day
  to: Day
}

export type Converted = Pick<ConversionCount, 'leads' | 'deposits'>

/** What became of the mature leads of a deal, valid or not, week by week back from the youngest (OWN_WEEKS). */
export interface DealWeeks extends LeadKey {
  weeks: readonly Converted[]
}

/** What is known before its own leads counts as this many leads: rates of a few percent differ by a quarter between deals. */
export const PRIOR_LEADS = 200

/**
 * What to expect of a deal's rate by all other deals (empirical Bayes): by those of its geo and broker, and if these are few,
 * more by those of its geo, by all, and by its guarantee. A deal's own leads are never part of it.
 */
export function learnPriors(counts: readonly ConversionCount[]): (count: ConversionCount) => number {
  const sums = [() => '', ({ geo }: ConversionCount) => geo, brokerOf].map((keyOf) => ({
    keyOf,
    byKey: new Map([...Map.groupBy(counts, keyOf)].map(([key, own]) => [key, sumConverted(own)])),
  }))
  return (count) =>
    sums.reduce((prior, { keyOf, byKey }) => {
      const { leads, deposits } = byKey.get(keyOf(count)) ?? count
      return (deposits - count.deposits + PRIOR_LEADS * prior) / (leads - count.leads + PRIOR_LEADS)
    }, count.guaranteed / 10_000)
}

export function sumConverted(counts: readonly Converted[]): Converted {
  return counts.reduce(
    (sum, { leads, deposits }) => ({ leads: sum.leads + leads, deposits: sum.deposits + deposits }),
    { leads: 0, deposits: 0 },
  )
}

function brokerOf({ geo, advertiserId }: ConversionCount): string {
  return JSON.stringify([geo, advertiserId])
}

/** What came of a deal, before it is known how many of its leads are valid. */
export interface DealCount extends Omit<ConversionCount, 'guaranteed'> {
  /** The CRG of the caps of their days, in percent, each times the leads of its day. */
  promised: number
}

/** `validShare`: the valid share of the leads of its source, 0 to 1. Converted leads always count as valid. */
export function countConversion({ promised, ...deal }: DealCount, validShare: number): ConversionCount {
  return {
    ...deal,
    leads: Math.max(Math.round(deal.leads * validShare), deal.deposits),
    guaranteed: basisPointsFromPercent(promised / deal.leads),
  }
}
