import type { ConversionCount } from './sweep.ts'

/** What is known of a rate before its own leads: as if so many leads had converted at this rate. */
export interface PriorRate {
  rate: number
  leads: number
}

/** Deals of one kind are never taken to be more alike than this, nor less. */
const MOST_LEADS = 1_000
const LEAST_LEADS = 50

/** Of some deals together, or of one. */
interface Converted {
  leads: number
  deposits: number
}

/**
 * Learns what to expect of a deal from all others (empirical Bayes): those of its geo and broker, where these are few
 * more from those of its geo, and of all. How much that counts follows from how much deals differ. A deal's own leads
 * are never part of what it is held against.
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

/** As how many leads the others count: the fewer, the more deals differ beyond chance (method of moments). */
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
