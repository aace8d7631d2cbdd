import type { Cents } from '#domain/kernel/cents.ts'
import { missingTo, NOTHING, priceGuarantees, type Guarantee } from './money.ts'
import type { Deal, PayoutDeposit, Price } from './rows.ts'
import type { PayoutTerms, PriceSource } from './terms.ts'

/** The price by which a deal is paid. */
export function priceOf(deal: Deal, source: PriceSource): Price {
  return source === 'affiliateCap' && deal.affiliatePrice ? deal.affiliatePrice : deal
}

/** What one conversion of a valid lead is paid; without a CPA what was reported of it. */
export function payConversion({ cpa }: Price, conversion: PayoutDeposit): Cents {
  return cpa ?? conversion.payout ?? NOTHING
}

/** What a price guarantees for valid leads; null where it guarantees nothing. */
export function guaranteeOf({ cpa, crg }: Price, validLeads: number): Guarantee | null {
  return cpa === null || crg === null ? null : { validLeads, crg, cpa }
}

/** What a deal adds, on its own, to what its conversions were paid, so that the guarantee is reached. */
export function topUpOf(price: Price, validLeads: number, paid: Cents, conversions: PayoutTerms['conversions']): Cents {
  const guarantee = guaranteeOf(price, validLeads)
  return guarantee ? missingTo(priceGuarantees([guarantee], conversions), paid) : NOTHING
}
