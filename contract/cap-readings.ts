import { z } from 'zod/mini'
import { ASK_CODES, type Assumed } from '#domain/cap-text/reading.ts'
import { CAP_KINDS, MAX_ID_LENGTH } from '#domain/caps/cap.ts'
import { defineCall } from './call.ts'
import { atMost, body, day, instant } from './fields.ts'
import { capTexts } from './texts/caps.ts'

const words = capTexts

/** In characters: a pasted page. A Telegram message has at most 4,096. */
export const LONGEST_READ = 20_000

/** The most questions with answers. */
const MOST_ANSWERED = 200
const MAX_ANSWER = 100

const id = z.string().check(atMost(MAX_ID_LENGTH))
const written = z.string().check(atMost(LONGEST_READ))

/** The author: a member, or somebody for an advertiser or a source. */
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
  /** In leads; for a change, the result. Null if the message does not name it, so the existing value stays. */
  cap: z.nullable(z.number()),
  delta: z.nullable(z.number()),
  /** By the team's clock. */
  hours: z.nullable(z.string()),
  /** As written, if another clock was named. */
  hoursOriginal: z.nullable(z.string()),
  /** In dollars. */
  cpa: z.nullable(z.number()),
  /** In percent. */
  crg: z.nullable(z.number()),
  /** For a pause: without a set end, from the first of its days on. */
  isEndless: z.boolean(),
  /** Values that the message does not name: from existing caps, or from the time of writing. */
  assumed: z.array(
    z.enum(['day', 'advertiserId', 'sourceNumber', 'cap', 'hours', 'cpa', 'crg'] as const satisfies readonly Assumed[]),
  ),
  /** Counted from 1. */
  line: z.number(),
  quote: z.string(),
  /** Whether it can be saved without a further question. */
  saved: z.boolean(),
  /** Ids of the questions that block it. */
  asks: z.array(z.string()),
})

const Ask = z.object({
  id: z.string(),
  code: z.enum(ASK_CODES),
  about: z.string(),
  answers: z.array(z.object({ value: z.string(), label: z.string() })),
})

/** A cap that an edited message states differently. */
export const EditedCap = z.object({
  kind: z.enum(CAP_KINDS),
  day: day(words.date),
  geo: z.string(),
  advertiserId: z.nullable(z.string()),
  sourceNumber: z.string(),
  /** Null if the old message does not name it. */
  before: z.nullable(ReadRow),
  /** Null if the new message no longer names it. */
  after: z.nullable(ReadRow),
})

const Read = z.object({
  rows: z.array(ReadRow),
  asks: z.array(Ask),
  ignores: z.array(z.string()),
  /** For an edited message: its differences to the old text. */
  edited: z.array(EditedCap),
  /**
   * Proposals of a language model for lines that were not read, each to be accepted by a person; empty if no model is
   * in use.
   */
  proposals: z.array(ReadRow),
})

export type ReadRowWire = z.input<typeof ReadRow>

export const capReadingCalls = {
  read: defineCall({
    method: 'POST',
    path: '/caps/read',
    access: 'member',
    summary: 'Reads caps from a message in the context of its author and chat; stores nothing',
    body: body({
      text: written,
      /** The time of writing, which decides what today is; now if absent. */
      sentAt: z.optional(instant),
      /** The day of caps that name none; if absent, the time of writing decides, or it is asked. */
      defaultDay: z.optional(day(words.date)),
      author: Author,
      /** Telegram's chat. Its group decides whose caps are meant. */
      chatId: z.optional(z.nullable(id)),
      /** The message that it answers. */
      replyTo: z.optional(z.nullable(Quoted)),
      /** The text before an edit; `edited` has the differences. */
      editOf: z.optional(z.nullable(body({ text: written }))),
      /** Answers to questions of an earlier reading of the same text, by id. */
      answers: z.optional(
        z.array(body({ id: written, value: z.string().check(atMost(MAX_ANSWER)) })).check(atMost(MOST_ANSWERED)),
      ),
      /** The original author, chat and time of a forwarded message. */
      forwardedFrom: z.optional(
        z.nullable(body({ author: Author, chatId: z.optional(z.nullable(id)), sentAt: z.optional(instant) })),
      ),
    }),
    answers: { 200: Read },
    refusals: [400],
    readsOnly: true,
  }),
} as const
