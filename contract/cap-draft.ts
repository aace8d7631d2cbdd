import type { CapTerms } from '#domain/caps/cap.ts'
import type { AffiliateCapDraft } from './affiliate-caps.ts'
import type { BrokerCapDraft } from './caps.ts'

/** What somebody filled in, in the words of the domain; what they left out is null. */
export interface FilledCap extends CapTerms {
  advertiserId: string | null
  advertiserName: string | null
  createdBy: string | null
}

export function fillBrokerCap({ advertiserId, advertiserName, ...draft }: BrokerCapDraft): FilledCap {
  return { ...fillAffiliateCap(draft), advertiserId, advertiserName }
}

export function fillAffiliateCap({
  workingHours: hours,
  cpa,
  crg,
  version: _,
  ...fields
}: AffiliateCapDraft): FilledCap {
  return { ...fields, ...hours, cpa: cpa ?? null, crg: crg ?? null, advertiserId: null, advertiserName: null }
}
