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
import { Advertiser, listAdvertisers } from './partner-lists.ts'
import { advertiserTexts } from './texts/partners.ts'

const words = advertiserTexts

const named = { advertiserId: partnerKey(words), name: partnerName(words.required), aliases: newAliases }

export const AdvertiserDraft = body({ ...named, associatedGroupIds: newGroups })

const partnerCalls = createPartnerCalls({
  path: '/advertisers',
  noun: 'advertiser',
  words,
  standing: Advertiser,
  draft: AdvertiserDraft,
  list: body({ advertisers: importList(z.object(named), words), overwrite: z._default(z.boolean(), false) }),
  offer: z.object({ advertiserId: z.string(), ...offerFields }),
})

export const advertiserCalls = { list: listAdvertisers, ...partnerCalls } as const
