import { z } from 'zod/mini'
import { body } from './fields.ts'
import { createCapCalls } from './cap-calls.ts'
import { advertiserFields, draftFields, savedFields, standingFields } from './cap-fields.ts'
import { capTexts } from './texts/caps.ts'

const missing = capTexts.fillBroker

/** A broker cap as it stands. */
export const BrokerCap = z.object({
  ...standingFields,
  advertiserId: z.string(),
  advertiserName: z.nullable(z.string()),
})

const { date, geo, cap, sourceNumber, ...terms } = draftFields(missing)

/** What people fill in: a new broker cap, or all fields of a changed one. */
export const BrokerCapDraft = body(
  { date, geo, cap, ...advertiserFields(missing), sourceNumber, ...terms },
  savedFields,
)

export type BrokerCapWire = z.input<typeof BrokerCap>
export type BrokerCapDraft = z.output<typeof BrokerCapDraft>
export type BrokerCapDraftWire = z.input<typeof BrokerCapDraft>

export const capCalls = createCapCalls({ path: '/caps', noun: 'broker cap', cap: BrokerCap, draft: BrokerCapDraft })
