import type { Cap } from '#domain/caps/cap.ts'
import { brandNumber } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import type { Candidate, Limits } from './suggestion.ts'
import type { Quantiles } from './forecast.ts'
import type { PriorRate } from './prior-rate.ts'
import { boundChance, knowRate } from './known-rate.ts'
import type { ConversionCount } from './sweep.ts'

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

/** The caps of a deal, of all that stand. */
export function groupByDeal(caps: readonly Cap[]): (count: ConversionCount) => Cap[] {
  const byDeal = Map.groupBy(caps, ({ geo, advertiserId, sourceNumber }) =>
    JSON.stringify([foldGeo(geo), advertiserId, sourceNumber]),
  )
  return ({ geo, advertiserId, sourceNumber }) => byDeal.get(JSON.stringify([geo, advertiserId, sourceNumber])) ?? []
}

function inBasisPoints({ p10, p50, p90 }: Quantiles): Quantiles {
  const round = (rate: number) => Math.round(rate * BASIS)
  return { p10: round(p10), p50: round(p50), p90: round(p90) }
}
