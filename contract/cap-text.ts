import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { MAX_MEANINGLESS_LENGTH } from '#domain/cap-text/meaningless.ts'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { defineCall } from './call.ts'
import { body, instant, source, text } from './fields.ts'
import { capTextTexts } from './texts/cap-text.ts'

const words = capTextTexts

/** A word that means nothing in the messages of one partner. */
export const CapWord = z.object({
  _id: z.string(),
  word: z.string(),
  /** In whose messages; one of these is null. */
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.nullable(z.string()),
  /** What the partner is called. */
  name: z.string(),
  /** Who said so, and when. */
  by: z.string(),
  at: instant,
})

export type CapWord = z.output<typeof CapWord>

const changed = z.nullable(z.object({ word: z.string(), name: z.string() }))

export const capTextCalls = {
  listWords: defineCall({
    method: 'GET',
    path: '/cap-text/words',
    access: 'admin',
    summary: 'Words that mean nothing in the messages of a partner, newest first',
    answers: { 200: z.array(CapWord) },
  }),
  rememberWord: defineCall({
    method: 'POST',
    path: '/cap-text/words',
    access: 'capEditor',
    summary: 'Remembers that a word means nothing in the messages of a partner; what is remembered already stays',
    body: body({
      word: text(words.word, MAX_MEANINGLESS_LENGTH, words.longWord),
      advertiserId: z.optional(z.nullable(text(words.wordPartner, MAX_ID_LENGTH, words.wordPartnerUnknown))),
      sourceNumber: z.optional(z.nullable(source(words.wordPartner, words.wordPartnerUnknown))),
    }).check(
      z.refine(({ advertiserId, sourceNumber }) => Boolean(advertiserId) !== Boolean(sourceNumber), {
        error: words.wordPartner,
        path: ['advertiserId'],
      }),
    ),
    answers: { 200: CapWord },
    refusals: [400, 404, 409],
  }),
  forgetWord: defineCall({
    method: 'DELETE',
    path: '/cap-text/words/:id',
    access: 'admin',
    summary: 'Takes back that a word means nothing: it is asked about again',
    params: z.object({ id: text(words.wordGone) }),
    answers: { 204: null },
    refusals: [400, 404],
  }),
  listWordHistory: defineCall({
    method: 'GET',
    path: '/cap-text/words/history',
    access: 'admin',
    summary: `Who said which word means nothing, and who took it back, newest first, at most ${MOST_CHANGES}`,
    answers: {
      200: z.array(z.object({ id: z.string(), at: instant, actor: z.string(), before: changed, after: changed })),
    },
  }),
} as const
