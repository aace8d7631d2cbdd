/** What a team may set of the rules; a report keeps those that it used. */
export interface PayoutTerms {
  /** Whose CPA and CRG pay: the deal's, or those of the affiliate cap of its day, geo and source where it has a CPA. */
  priceBy: PriceSource
  /** Whether each deal has to reach its guarantee, or an affiliate's deals of an advertiser and geo do together. */
  guarantee: 'deal' | 'pool'
  /** Percent of a deal's leads that are deducted as invalid at most; null: all of them. */
  mostInvalid: number | null
  /** Whether a guarantee counts parts of a conversion. */
  conversions: 'fractional' | 'whole'
  /** Deposits of leads whose deal is of other days: as they were reported, or by what they change of its payout. */
  earlierLeads: 'reported' | 'settled'
  /** Leads of a pause: those of its first so many hours count as any, the rest are not paid for; null: all count. */
  pausedLeads: number | null
}

export type PriceSource = 'deal' | 'affiliateCap'

/** As the specification has it. */
export const SPECIFIED_TERMS: PayoutTerms = {
  priceBy: 'deal',
  guarantee: 'deal',
  mostInvalid: null,
  conversions: 'fractional',
  earlierLeads: 'reported',
  pausedLeads: null,
}

/** Of the settings, those that say the terms. */
interface TermSettings {
  readonly payoutByAffiliateCaps: boolean
  readonly payoutPoolGuarantee: boolean
  readonly payoutMostInvalidPercent: number | null
  readonly payoutWholeConversions: boolean
  readonly payoutSettleEarlier: boolean
  readonly payoutPausedLeadsHours: number | null
}

export function readTerms(settings: TermSettings): PayoutTerms {
  return {
    priceBy: settings.payoutByAffiliateCaps ? 'affiliateCap' : 'deal',
    guarantee: settings.payoutPoolGuarantee ? 'pool' : 'deal',
    mostInvalid: settings.payoutMostInvalidPercent,
    conversions: settings.payoutWholeConversions ? 'whole' : 'fractional',
    earlierLeads: settings.payoutSettleEarlier ? 'settled' : 'reported',
    pausedLeads: settings.payoutPausedLeadsHours,
  }
}
