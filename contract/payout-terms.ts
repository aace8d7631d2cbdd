import type { PayoutTerms } from '#domain/payouts/terms.ts'
import { payoutTexts } from './texts/payouts.ts'

const { terms: words } = payoutTexts

/** The terms of a report as sentences for people, all of them, in their order. */
export function describeTerms(terms: PayoutTerms): string[] {
  return [
    words.priceBy[terms.priceBy],
    words.guarantee[terms.guarantee],
    words.conversions[terms.conversions],
    terms.mostInvalid === null ? words.allInvalid : words.mostInvalid(terms.mostInvalid),
    words.earlierLeads[terms.earlierLeads],
  ]
}
