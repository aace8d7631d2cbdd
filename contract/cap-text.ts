import { z } from 'zod/mini'
import { MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { LONGEST_ASKED } from '#domain/llm/question.ts'
import { MAX_MEANINGLESS_LENGTH } from '#domain/cap-text/meaningless.ts'
import { MOST_CHANGES, MOST_QUESTIONS } from '#domain/kernel/listed.ts'
import { defineCall } from './call.ts'
import { body, instant, source, text } from './fields.ts'
import { capTextTexts } from './texts/cap-text.ts'

const words = capTextTexts

/** A word to ignore in the messages of one partner. */
export const CapWord = z.object({
  _id: z.string(),
  word: z.string(),
  /** The partner of the messages; one of these two is null. */
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.nullable(z.string()),
  /** The partner's name. */
  name: z.string(),
  /** Who ignored the word, and when. */
  by: z.string(),
  at: instant,
})

export type CapWord = z.output<typeof CapWord>

/** A question to a language model about a message, with its result. */
export const CapQuestion = z.object({
  _id: z.string(),
  at: instant,
  model: z.string(),
  /** The text that was sent to the model. */
  told: z.string(),
  /** JSON as received; null if no readable answer came, and `failure` has the reason. */
  answered: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** Sentences of the message's words that were proposed. */
  taken: z.array(z.string()),
  /** The reasons that others were discarded. */
  thrown: z.array(z.string()),
  milliseconds: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Dollars with six decimals; null if no prices are configured. */
  cost: z.nullable(z.string()),
})

export type CapQuestion = z.output<typeof CapQuestion>

export const CapQuestions = z.object({
  /** Whether an admin turned it on. */
  isOn: z.boolean(),
  /** Null if none is configured. */
  model: z.nullable(z.string()),
  questions: z.array(CapQuestion),
})

export type CapQuestions = z.output<typeof CapQuestions>

const changed = z.nullable(z.object({ word: z.string(), name: z.string() }))

export const capTextCalls = {
  listWords: defineCall({
    method: 'GET',
    path: '/cap-text/words',
    access: 'admin',
    summary: 'Words that are ignored in the messages of a partner, newest first',
    answers: { 200: z.array(CapWord) },
  }),
  rememberWord: defineCall({
    method: 'POST',
    path: '/cap-text/words',
    access: 'capEditor',
    summary: 'Ignores a word in the messages of a partner; a word that is ignored already stays as it is',
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
    summary: 'Stops ignoring a word',
    params: z.object({ id: text(words.wordGone) }),
    answers: { 204: null },
    refusals: [400, 404],
  }),
  listQuestions: defineCall({
    method: 'GET',
    path: '/cap-text/questions',
    access: 'admin',
    summary: `Questions to the language model about messages of the last 30 days, newest first, at most ${MOST_QUESTIONS}`,
    answers: { 200: CapQuestions },
  }),
  tryModel: defineCall({
    method: 'POST',
    path: '/cap-text/questions',
    access: 'admin',
    summary: 'Asks the language model about all lines of a message, and keeps the question; saves no cap',
    body: body({
      text: z.string({ error: words.message }).check(
        z.refine((value) => value.trim() !== '', { error: words.message, abort: true }),
        z.maxLength(LONGEST_ASKED, { error: words.longMessage }),
      ),
    }),
    answers: { 201: CapQuestion },
    refusals: [400, 409],
  }),
  listWordHistory: defineCall({
    method: 'GET',
    path: '/cap-text/words/history',
    access: 'admin',
    summary: `Changes of ignored words with their authors, newest first, at most ${MOST_CHANGES}`,
    answers: {
      200: z.array(z.object({ id: z.string(), at: instant, actor: z.string(), before: changed, after: changed })),
    },
  }),
} as const
