import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { body, source } from './fields.ts'
import { createPartnerCalls, importList, newAliases, newGroups, offerFields, partnerName } from './partner-calls.ts'
import { publisherTexts } from './texts/partners.ts'

const words = publisherTexts

/** A publisher: the name and groups of a source. */
export const Publisher = z.object({
  _id: z.string(),
  /** Without `#`. */
  sourceNumber: z.string(),
  name: z.string(),
  /** Other names that people use in messages. */
  aliases: z.array(z.string()),
  associatedGroupIds: z.array(z.string()),
})

export type Publisher = z.output<typeof Publisher>

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

export const publisherCalls = {
  ...partnerCalls,
  listNames: defineCall({
    method: 'GET',
    path: '/publishers/names',
    access: 'member',
    summary: 'Names of sources: registered, else from their last leads',
    answers: { 200: z.array(z.object({ sourceNumber: z.string(), name: z.string() })) },
    shared: true,
  }),
} as const
