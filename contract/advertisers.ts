import { z } from 'zod/mini'
import { body } from './fields.ts'
import {
  createPartnerCalls,
  importList,
  newGroups,
  offerFields,
  partnerKey,
  partnerName,
  newAliases,
} from './partner-calls.ts'
import { advertiserTexts } from './texts/partners.ts'

const words = advertiserTexts

export const Advertiser = z.object({
  _id: z.string(),
  advertiserId: z.string(),
  name: z.string(),
  /** Other names that people use in messages. */
  aliases: z.array(z.string()),
  associatedGroupIds: z.array(z.string()),
})

export type Advertiser = z.output<typeof Advertiser>

const named = { advertiserId: partnerKey(words), name: partnerName(words.required), aliases: newAliases }

export const AdvertiserDraft = body({ ...named, associatedGroupIds: newGroups })

export const advertiserCalls = createPartnerCalls({
  path: '/advertisers',
  noun: 'advertiser',
  words,
  standing: Advertiser,
  draft: AdvertiserDraft,
  list: body({ advertisers: importList(z.object(named), words), overwrite: z._default(z.boolean(), false) }),
  offer: z.object({ advertiserId: z.string(), ...offerFields }),
})
