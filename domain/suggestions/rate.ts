import { basisPointsFromPercent, type BasisPoints } from '#domain/kernel/cents.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import type { Quantiles } from './forecast.ts'

/** Points at which a rate's density is computed. Precise to a thousandth of its spread. */
const POINTS = 400
/** Deviations around the mean within which points lie. */
const FAR = 8

/** What is known of a rate between 0 and 1 after `hits` of `hits + misses` (a Beta distribution, both at least 1). */
export interface KnownRate {
  chanceBelow(rate: number): number
  quantiles: Quantiles
}

/**
 * An upper bound of the chance that hits are as far from `all * rate`, on the same side (Chernoff's bound). It is a few times
 * the chance itself, which allows for looking again each day.
 */
export function boundChance(all: number, hits: number, rate: number): number {
  const own = hits / all
  const part = (share: number, of: number) => (share > 0 ? share * Math.log(share / of) : 0)
  return Math.exp(-all * (part(own, rate) + part(1 - own, 1 - rate)))
}

export function knowRate(hits: number, misses: number): KnownRate {
  const all = hits + misses
  const mean = hits / all
  const deviation = Math.sqrt((mean * (1 - mean)) / (all + 1))
  const [low, high] = [Math.max(0, mean - FAR * deviation), Math.min(1, mean + FAR * deviation)]
  const rates = Array.from({ length: POINTS }, (_, index) => low + ((index + 0.5) * (high - low)) / POINTS)
  const logs = rates.map((rate) => (hits - 1) * Math.log(rate) + (misses - 1) * Math.log1p(-rate))
  const top = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - top))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const width = (high - low) / POINTS

  function chanceBelow(rate: number): number {
    const whole = Math.max(0, Math.min(POINTS, Math.floor((rate - low) / width)))
    const part = whole < POINTS && rate > low ? ((rate - low) / width - whole) * (weights[whole] ?? 0) : 0
    return (weights.slice(0, whole).reduce((sum, weight) => sum + weight, 0) + part) / total
  }

  function quantileOf(chance: number): number {
    let until = 0
    const index = weights.findIndex((weight) => (until += weight) >= chance * total)
    return rates[index] ?? mean
  }

  return { chanceBelow, quantiles: { p10: quantileOf(0.1), p50: quantileOf(0.5), p90: quantileOf(0.9) } }
}

/** What became of the leads of a deal that are old enough to have converted (MATURE_DAYS). */
export interface ConversionCount {
  geo: GeoKey
  advertiserId: string
  sourceNumber: SourceNumber
  /** Valid leads: those whose status is not on the list of invalid ones. */
  leads: number
  /** Those of them that converted, at whatever age. */
  deposits: number
  /** Guaranteed for these leads: the CRG of the caps of their days, weighted by leads. */
  guaranteed: BasisPoints
  from: Day
  to: Day
}

/** What became of the mature leads of a deal, valid or not, week by week back from the youngest (OWN_WEEKS). */
export interface DealWeeks extends Pick<ConversionCount, 'geo' | 'advertiserId' | 'sourceNumber'> {
  weeks: readonly { leads: number; deposits: number }[]
}

/** What is known of a rate before its own leads: as if so many leads had converted at this rate. */
export interface PriorRate {
  rate: number
  leads: number
}

/** Bounds of how many leads the other deals count as. */
const MOST_LEADS = 1_000
const LEAST_LEADS = 50

/** Leads and deposits of one deal, or of several together. */
interface Converted {
  leads: number
  deposits: number
}

/**
 * Learns what to expect of a deal from all other deals (empirical Bayes): from those of its geo and broker, and if these are
 * few, more from those of its geo and from all. They count the more, the less deals differ. A deal's own leads are never part
 * of its prior.
 */
export function learnPriors(counts: readonly ConversionCount[]): (count: ConversionCount) => PriorRate {
  const all = sumUp(counts)
  const byGeo = sumBy(counts, ({ geo }) => geo)
  const byBroker = sumBy(counts, brokerOf)
  const leads = estimateLikeness(counts, all)
  return (count) => {
    const overall = rateOf(without(all, count), { rate: rateOf(all, { rate: 0, leads: 0 }), leads: 1 })
    const ofGeo = rateOf(without(byGeo.get(count.geo), count), { rate: overall, leads })
    return { rate: rateOf(without(byBroker.get(brokerOf(count)), count), { rate: ofGeo, leads }), leads }
  }
}

/** How many leads the other deals count as. The more deals differ beyond chance, the fewer (method of moments). */
function estimateLikeness(counts: readonly ConversionCount[], all: Converted): number {
  const rate = rateOf(all, { rate: 0, leads: 0 })
  const byChance = rate * (1 - rate)
  const squares = counts.reduce(
    (sum, { leads, deposits }) => sum + (deposits - leads * rate) ** 2 / Math.max(1, leads),
    0,
  )
  const weight = all.leads - counts.reduce((sum, { leads }) => sum + leads ** 2, 0) / Math.max(1, all.leads)
  const beyond = weight > 0 ? (squares - Math.max(0, counts.length - 1) * byChance) / weight : 0
  return beyond > 0 ? Math.min(MOST_LEADS, Math.max(LEAST_LEADS, byChance / beyond)) : MOST_LEADS
}

function rateOf({ leads, deposits }: Converted, prior: PriorRate): number {
  return leads + prior.leads > 0 ? (deposits + prior.rate * prior.leads) / (leads + prior.leads) : 0
}

function without(sum: Converted | undefined, own: Converted): Converted {
  return sum ? { leads: sum.leads - own.leads, deposits: sum.deposits - own.deposits } : { leads: 0, deposits: 0 }
}

function sumBy(counts: readonly ConversionCount[], keyOf: (count: ConversionCount) => string): Map<string, Converted> {
  return new Map([...Map.groupBy(counts, keyOf)].map(([key, own]) => [key, sumUp(own)]))
}

function sumUp(counts: readonly ConversionCount[]): Converted {
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
