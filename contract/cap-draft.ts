import type { CapTerms } from '#domain/caps/cap.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { AffiliateCapDraft } from './affiliate-caps.ts'
import type { BrokerCapDraft } from './caps.ts'

/** Fields of a cap as they travel: prices in dollars and percent. Every other field travels as it is kept. */
export function writeCapFields<Fields extends Pick<CapTerms, 'cpa' | 'crg'>>({ cpa, crg, ...fields }: Fields) {
  return {
    ...fields,
    cpa: cpa === null ? null : dollarsFromCents(cpa),
    crg: crg === null ? null : percentFromBasisPoints(crg),
  }
}

/** What somebody filled in, in the words of the domain; what they left out is null. */
export function fillBrokerCap({ advertiserId, advertiserName, ...draft }: BrokerCapDraft): CapDraft {
  return { ...fillAffiliateCap(draft), advertiserId, advertiserName }
}

export function fillAffiliateCap({
  workingHours: hours,
  cpa,
  crg,
  version: _,
  ...fields
}: AffiliateCapDraft): CapDraft {
  return { ...fields, ...hours, cpa: cpa ?? null, crg: crg ?? null, advertiserId: null, advertiserName: null }
}
