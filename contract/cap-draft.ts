import type { CapDraft } from '#domain/caps/edits.ts'
import type { AffiliateCapDraft } from './affiliate-caps.ts'
import type { BrokerCapDraft } from './caps.ts'

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
