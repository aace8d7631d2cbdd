import { z } from 'zod/mini'
import { body, source } from './fields.ts'
import { createPartnerCalls, importList, newAliases, newGroups, offerFields, partnerName } from './partner-calls.ts'
import { listPublishers, listSourceNames, Publisher } from './partner-lists.ts'
import { publisherTexts } from './texts/partners.ts'

const words = publisherTexts

const named = {
  sourceNumber: source(words.required, words.key),
  name: partnerName(words.required),
  aliases: newAliases,
}

export const PublisherDraft = body({ ...named, associatedGroupIds: newGroups })

const partnerCalls = createPartnerCalls({
  path: '/publishers',
  noun: 'publisher',
  words,
  standing: Publisher,
  draft: PublisherDraft,
  list: body({ publishers: importList(z.object(named), words), overwrite: z._default(z.boolean(), false) }),
  offer: z.object({ sourceNumber: z.string(), ...offerFields }),
})

export const publisherCalls = { list: listPublishers, ...partnerCalls, listNames: listSourceNames } as const
