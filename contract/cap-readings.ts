import { z } from 'zod/mini'
import { ASK_CODES, type Assumed } from '#domain/cap-text/reading.ts'
import { CAP_KINDS, MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { defineCall } from './call.ts'
import { atMost, body, day, instant } from './fields.ts'
import { capTexts } from './texts/caps.ts'

const words = capTexts

/** A pasted page; a message of Telegram has at most 4,096 characters. */
export const LONGEST_READ = 20_000

/** Questions that a text may have answers for. */
const MOST_ANSWERED = 200
const MAX_ANSWER = 100

const id = z.string().check(atMost(MAX_ID_LENGTH))
const written = z.string().check(atMost(LONGEST_READ))

/** Who wrote: a member, or somebody in the name of an advertiser or of a source. */
const Author = z.discriminatedUnion('kind', [
  body({ kind: z.literal('member'), memberId: z.optional(z.nullable(id)) }),
  body({ kind: z.literal('broker'), advertiserId: z.optional(z.nullable(id)) }),
  body({ kind: z.literal('affiliate'), sourceNumber: z.optional(z.nullable(id)) }),
])

const Quoted = body({ text: written, author: z.optional(Author) })

export const ReadRow = z.object({
  kind: z.enum(CAP_KINDS),
  action: z.enum(['set', 'change', 'pause', 'resume']),
  days: z.array(day(words.date)),
  geos: z.array(z.string()),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.string(),
  /** In leads, of a change the result; null where it was not said, so that what stands stays. */
  cap: z.nullable(z.number()),
  delta: z.nullable(z.number()),
  /** By the team's clock. */
  hours: z.nullable(z.string()),
  /** As they were written, where another clock was named. */
  hoursOriginal: z.nullable(z.string()),
  /** In dollars. */
  cpa: z.nullable(z.number()),
  /** In percent. */
  crg: z.nullable(z.number()),
  /** Of a pause: until somebody ends it, from the first of its days on. */
  isEndless: z.boolean(),
  /** What was not said, and taken from what stands or from when it was written. */
  assumed: z.array(
    z.enum(['day', 'advertiserId', 'sourceNumber', 'cap', 'hours', 'cpa', 'crg'] as const satisfies readonly Assumed[]),
  ),
  /** Counted from 1. */
  line: z.number(),
  quote: z.string(),
  /** Whether it could be saved without a further question. */
  saved: z.boolean(),
  /** Ids of the questions that hold it. */
  asks: z.array(z.string()),
})

const Ask = z.object({
  id: z.string(),
  code: z.enum(ASK_CODES),
  about: z.string(),
  answers: z.array(z.object({ value: z.string(), label: z.string() })),
})

/** A cap of which an edited message says something else than before. */
export const EditedCap = z.object({
  kind: z.enum(CAP_KINDS),
  day: day(words.date),
  geo: z.string(),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.string(),
  /** Null where it was not said before. */
  before: z.nullable(ReadRow),
  /** Null where it is not said any more. */
  after: z.nullable(ReadRow),
})

const Read = z.object({
  rows: z.array(ReadRow),
  asks: z.array(Ask),
  ignores: z.array(z.string()),
  /** Of an edited message: what it says otherwise than before. */
  edited: z.array(EditedCap),
  /** What a language model sees in lines that were not read, each for somebody to agree to; none where it is not asked. */
  proposals: z.array(ReadRow),
})

export type ReadRowWire = z.input<typeof ReadRow>

export const capReadingCalls = {
  read: defineCall({
    method: 'POST',
    path: '/caps/read',
    access: 'member',
    summary: 'Reads caps from a message as it is written where it is written; stores nothing',
    body: body({
      text: written,
      /** Decides what today is; now where it is absent. */
      sentAt: z.optional(instant),
      author: Author,
      /** Of Telegram. Whose group it is says whose caps are meant. */
      chatId: z.optional(z.nullable(id)),
      /** What it answers. */
      replyTo: z.optional(z.nullable(Quoted)),
      /** What stood there before it was edited: `edited` tells what it says otherwise. */
      editOf: z.optional(z.nullable(body({ text: written }))),
      /** What was answered to questions of a reading of the same text, by their ids. */
      answers: z.optional(
        z.array(body({ id: written, value: z.string().check(atMost(MAX_ANSWER)) })).check(atMost(MOST_ANSWERED)),
      ),
      /** Who wrote it first, where and when. */
      forwardedFrom: z.optional(
        z.nullable(body({ author: Author, chatId: z.optional(z.nullable(id)), sentAt: z.optional(instant) })),
      ),
    }),
    answers: { 200: Read },
    refusals: [400],
    readsOnly: true,
  }),
} as const
