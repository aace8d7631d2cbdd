import { z } from 'zod/mini'
import { MOST_CHANGES, MOST_OFFERS } from '#domain/kernel/listed.ts'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { CHAT_ID } from '#domain/kernel/identity.ts'
import { tidyAliases } from '#domain/partners/aliases.ts'
import { MAX_ALIAS_LENGTH, MAX_ALIASES, MAX_IMPORTED, MAX_PARTNER_NAME_LENGTH } from '#domain/partners/partner.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeWith, text } from './fields.ts'
import { advertiserTexts, type publisherTexts } from './texts/partners.ts'

// Advertisers and publishers have the same calls.

type Words = typeof advertiserTexts | typeof publisherTexts

const groupId = text(advertiserTexts.groupRequired).check(
  z.minLength(1, { error: advertiserTexts.groupRequired, abort: true }),
  z.regex(CHAT_ID, { error: advertiserTexts.groupId }),
)

const maybeGroupId = text(advertiserTexts.groupId).check(
  z.refine((id) => id === '' || CHAT_ID.test(id), { error: advertiserTexts.groupId }),
)

/** An id in the form of leads and caps. `missing` is the sentence for an empty id. */
export function partnerKey(words: Words) {
  return text(words.required, MAX_ID_LENGTH, words.key).check(z.minLength(1, { error: words.required, abort: true }))
}

export function partnerName(missing: string) {
  return text(missing, MAX_PARTNER_NAME_LENGTH, advertiserTexts.name).check(
    z.minLength(1, { error: missing, abort: true }),
  )
}

/** The groups of a new partner, each once; blanks are dropped. */
export const newGroups = z.pipe(
  z.optional(z.nullable(z.array(maybeGroupId).check(atMost(100)))),
  z.transform((ids) => [...new Set((ids ?? []).filter((id) => id !== ''))]),
)

const alias = text(advertiserTexts.alias, MAX_ALIAS_LENGTH, advertiserTexts.alias)

const aliasList = z.pipe(
  z.array(alias, { error: advertiserTexts.aliasList }).check(atMost(MAX_ALIASES, advertiserTexts.aliases)),
  z.transform((aliases: string[]) => tidyAliases(aliases)),
)

/** The aliases of a new partner. */
export const newAliases = z.pipe(
  z.optional(z.nullable(aliasList)),
  z.transform((aliases) => aliases ?? []),
)

/** The list of an import. Its items may have further fields, as other systems write them. */
export function importList<S extends z.ZodMiniType>(item: S, words: Words) {
  return z
    .array(item, { error: words.import.unexpected })
    .check(z.minLength(1, { error: words.import.nobody }), atMost(MAX_IMPORTED, words.import.tooMany))
}

/** The calls of one kind of partner, beside those that list them (`partner-lists.ts`). */
export function createPartnerCalls<
  Standing extends z.ZodMiniObject,
  Draft extends z.ZodMiniType,
  List extends z.ZodMiniObject,
  Offer extends z.ZodMiniObject,
>(kind: {
  path: '/advertisers' | '/publishers'
  noun: 'advertiser' | 'publisher'
  words: Words
  standing: Standing
  draft: Draft
  list: List
  offer: Offer
}) {
  const { path, noun, words, standing, draft, list, offer } = kind
  const id = text(words.notFound)
  return {
    create: defineCall({
      method: 'POST',
      path,
      access: 'admin',
      summary: `Registers a ${noun}`,
      body: draft,
      answers: { 201: standing },
      refusals: [400, 409],
    }),
    update: defineCall({
      method: 'PUT',
      path: `${path}/:id`,
      access: 'admin',
      summary: `Gives a ${noun} another name, other aliases, or both; what is left out stays. addAliases and removeAliases leave the others as they are`,
      params: z.object({ id }),
      body: body(
        {
          name: z.optional(partnerName(words.nameEmpty)),
          aliases: z.optional(aliasList),
          addAliases: z.optional(aliasList),
          removeAliases: z.optional(aliasList),
        },
        standing.shape,
      ).check(
        z.refine((edit) => Object.values(edit).some((value) => value !== undefined), {
          error: words.nameEmpty,
          path: ['name'],
        }),
      ),
      answers: { 200: standing },
      refusals: [400, 404, 409],
    }),
    remove: defineCall({
      method: 'DELETE',
      path: `${path}/:id`,
      access: 'admin',
      summary: `Deletes a ${noun}; caps keep it and its name`,
      params: z.object({ id }),
      answers: { 204: null },
      refusals: [400, 404],
    }),
    linkGroup: defineCall({
      method: 'POST',
      path: `${path}/:id/groups`,
      access: 'admin',
      summary: `Links a Telegram group to a ${noun}; several may share one`,
      params: z.object({ id }),
      body: body({ groupId }),
      answers: { 200: standing },
      refusals: [400, 404],
    }),
    unlinkGroup: defineCall({
      method: 'DELETE',
      path: `${path}/:id/groups/:groupId`,
      access: 'admin',
      summary: `Unlinks a Telegram group from a ${noun}`,
      params: z.object({ id, groupId: text(words.groupNotFound) }),
      answers: { 204: null },
      refusals: [400, 404],
    }),
    import: defineCall({
      method: 'POST',
      path: `${path}/import`,
      access: 'admin',
      summary: `Registers many ${noun}s: all of them or none. What is registered stays as it is, or takes the new name and further aliases`,
      body: list,
      answers: { 200: z.object({ created: z.number(), updated: z.number(), skipped: z.number() }) },
      refusals: [400, 409],
    }),
    listUnregistered: defineCall({
      method: 'GET',
      path: `${path}/unregistered`,
      access: 'admin',
      summary: `Unregistered names in leads and caps: each a possible ${noun}, most leads first, at most ${MOST_OFFERS}`,
      answers: { 200: z.array(offer) },
    }),
    listHistory: defineCall({
      method: 'GET',
      path: `${path}/history`,
      access: 'admin',
      summary: `Who changed what: of one ${noun}, or of all; newest first, at most ${MOST_CHANGES}`,
      query: z.object({ id: z.optional(id) }),
      answers: {
        200: z.array(changeWith(standing, { subjectId: z.string() })),
      },
      refusals: [400],
    }),
  }
}

/** Data of leads and caps about a partner that is not registered. */
export const offerFields = {
  /** The last name in a cap or a lead, else the id. */
  name: z.string(),
  leads: z.number(),
  caps: z.number(),
}
