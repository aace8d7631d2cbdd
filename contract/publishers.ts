import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { foldSource, type SourceNumber } from '#domain/kernel/identity.ts'
import { text } from './fields.ts'
import { createPartnerCalls, importList, newGroups, offerFields, partnerName } from './partner-calls.ts'
import { texts } from './texts.ts'

const words = texts.publishers

/** Who sends leads: the name and the groups of a source. */
export const Publisher = z.object({
  _id: z.string(),
  /** Without `#`. */
  sourceNumber: z.string(),
  name: z.string(),
  associatedGroupIds: z.array(z.string()),
})

export type Publisher = z.output<typeof Publisher>

const sourceNumber = z.pipe(
  text(words.required),
  z.pipe(
    z.transform(foldSource),
    z.custom<SourceNumber>().check(
      z.refine((value) => value.length > 0, { error: words.required, abort: true }),
      z.refine((value) => value.length <= MAX_ID_LENGTH, { error: words.key }),
    ),
  ),
)

const named = { sourceNumber, name: partnerName(words.required) }

export const PublisherDraft = z.object({ ...named, associatedGroupIds: newGroups })

export const publisherCalls = createPartnerCalls({
  path: '/publishers',
  noun: 'publisher',
  words,
  standing: Publisher,
  draft: PublisherDraft,
  list: z.object({ publishers: importList(z.object(named), words), overwrite: z._default(z.boolean(), false) }),
  offer: z.object({ sourceNumber: z.string(), ...offerFields }),
})
