import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { withPool, type SettledDeal } from './deal.ts'
import { addCents, guaranteeOf, missingTo, priceExactly, priceGuarantees, priceOf, shareOut } from './money.ts'
import type { PayoutTerms, PriceSource } from './terms.ts'

const SOURCES: readonly PriceSource[] = ['deal', 'affiliateCap']

/**
 * Pools guarantees: an affiliate's deals of one advertiser and geo reach their guarantee together. The missing amount
 * is shared among the deals by what each lacks on its own. Deals without a guarantee stay as they are. Keeps the order.
 */
export function poolGuarantees(settled: readonly SettledDeal[], terms: PayoutTerms): SettledDeal[] {
  return SOURCES.reduce<SettledDeal[]>((deals, source) => poolBy(deals, source, terms), [...settled])
}

function poolBy(settled: readonly SettledDeal[], source: PriceSource, terms: PayoutTerms): SettledDeal[] {
  const members = settled.flatMap((deal, at) => {
    const guarantee = guaranteeOf(priceOf(deal.deal, source), deal.validLeads)
    return guarantee ? [{ at, deal, guarantee }] : []
  })
  const pooled = [...settled]
  for (const [name, pool] of Map.groupBy(members, ({ deal }) => nameOfPool(deal))) {
    const reached = addCents(pool.map(({ deal }) => deal.moneyBy[source].cpaComponent))
    const guarantees = pool.map(({ guarantee }) => guarantee)
    const guarantee = { name, worth: priceGuarantees(guarantees, terms.conversions), reached }
    const topUps = shareOut(missingTo(guarantee.worth, reached), pool.map(findLack))
    for (const [index, { at, deal }] of pool.entries()) {
      const topUp = topUps[index]
      if (topUp !== undefined)
        pooled[at] = withPool(deal, source, { topUp, guarantee, isPaid: terms.priceBy === source })
    }
  }
  return pooled

  /** In ten-thousandths of a cent. */
  function findLack({ deal, guarantee }: (typeof members)[number]): bigint {
    const lack = priceExactly(guarantee) - BigInt(deal.moneyBy[source].cpaComponent) * 10_000n
    return lack > 0n ? lack : 0n
  }
}

function nameOfPool({ deal: { sourceNumber, advertiserId, geo } }: SettledDeal): string {
  return JSON.stringify([foldSource(sourceNumber), advertiserId, foldGeo(geo)])
}
