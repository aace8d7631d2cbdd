/** The rules that a team may set. A report keeps the ones that it used. */
export interface PayoutTerms {
  /**
   * The CPA and CRG that pay: those of the deal, or those of the affiliate cap of its day, geo and source if that has a
   * CPA.
   */
  priceBy: PriceSource
  /**
   * Whether each deal reaches its own guarantee, or an affiliate's deals of an advertiser and geo reach it together.
   */
  guarantee: 'deal' | 'pool'
  /** The highest percentage of a deal's leads that is deducted as invalid; null means all invalid leads. */
  mostInvalid: number | null
  /** Whether a guarantee counts fractions of a conversion. */
  conversions: 'fractional' | 'whole'
  /** How deposits of leads with a deal of other days count: as reported, or by their effect on that deal's pay. */
  earlierLeads: 'reported' | 'settled'
  /**
   * The first hours of a pause in which leads count like other leads; later leads are not paid for. Null means that all
   * count.
   */
  pausedLeads: number | null
}

export type PriceSource = 'deal' | 'affiliateCap'

/** The terms of the specification. */
export const SPECIFIED_TERMS: PayoutTerms = {
  priceBy: 'deal',
  guarantee: 'deal',
  mostInvalid: null,
  conversions: 'fractional',
  earlierLeads: 'reported',
  pausedLeads: null,
}

/** The settings that define the terms. */
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
