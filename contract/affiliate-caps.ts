import { z } from 'zod/mini'
import { body } from './fields.ts'
import { createCapCalls } from './cap-calls.ts'
import { draftFields, savedFields, standingFields } from './cap-fields.ts'
import { capTexts } from './texts/caps.ts'

/** An affiliate (publisher) cap as it stands. */
export const AffiliateCap = z.object(standingFields)

/** What people fill in: a new affiliate cap, or all fields of a changed one. */
export const AffiliateCapDraft = body(draftFields(capTexts.fillAffiliate), savedFields)

export type AffiliateCapWire = z.input<typeof AffiliateCap>
export type AffiliateCapDraft = z.output<typeof AffiliateCapDraft>
export type AffiliateCapDraftWire = z.input<typeof AffiliateCapDraft>

export const affiliateCapCalls = createCapCalls({
  path: '/affiliate-caps',
  noun: 'affiliate cap',
  cap: AffiliateCap,
  draft: AffiliateCapDraft,
})
