import { z } from 'zod/mini'
import { MOST_BROADCASTS, MOST_CHANGES } from '#domain/kernel/listed.ts'
import { AUDIENCES, WITHOUT_CAPS } from '#domain/sentences/broadcast.ts'
import { PARSE_MODES } from '#domain/markup/formatted.ts'
import { LARGEST_PICTURE } from '#domain/markup/picture.ts'
import { UNSEEN_CHARACTERS } from '#domain/kernel/visible.ts'
import { defineCall } from './call.ts'
import { atMost, body, day, instant, text } from './fields.ts'
import { sentFile } from './file.ts'
import { broadcastTexts } from './texts/broadcasts.ts'
import { capTexts } from './texts/caps.ts'

const words = broadcastTexts

/** In characters. A longer text cannot be a message, whatever its markup. */
export const LONGEST_SOURCE = 20_000

export const DELIVERY_STATUSES = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const

const audience = z.enum(AUDIENCES, { error: words.audience })
const parseMode = z.enum(PARSE_MODES, { error: words.parseMode })
const message = z.string({ error: words.missing }).check(
  z.refine((value) => value.trim() !== '', { error: words.missing, abort: true }),
  atMost(LONGEST_SOURCE, words.tooLong),
  // Such a text cannot be stored. Other faults are reported with their place.
  z.refine((value) => !value.includes('\0'), { error: UNSEEN_CHARACTERS }),
)

/** Trimmed; empty means no image. */
const photoUrl = z.pipe(
  z.optional(z.nullable(text(words.photoUrl, 2_000, words.photoUrl))),
  z.transform((value, context): string | null => {
    if (!value) return null
    if (/^https?:\/\/[^\s/]+\S*$/i.test(value)) return value
    context.issues.push({ code: 'custom', message: words.photoUrl, input: value })
    return z.NEVER
  }),
)

const messageFields = { audience, message, parseMode, photoUrl }
const recipientIds = z.optional(
  z.nullable(z.array(z.string({ error: words.recipients }).check(atMost())).check(atMost(10_000, words.recipients))),
)
const flag = z.optional(z.nullable(z.boolean({ error: words.flag })))

const draftFields = {
  ...messageFields,
  disableLinkPreview: flag,
  disableNotification: flag,
  /** Ids of advertisers or publishers. If left out, the whole audience. */
  recipientIds,
  /** The day whose caps `{{caps}}` shows, to each chat its own. Required if the message has that placeholder. */
  capsDay: z.optional(z.nullable(day(words.capsDay))),
  /** What to do with chats without caps on that day. If left out, a message for such a chat is refused. */
  withoutCaps: z.optional(z.nullable(z.enum(WITHOUT_CAPS, { error: words.withoutCaps }))),
  /** An uploaded image, instead of an image URL. */
  pictureId: z.optional(z.nullable(text(words.noPicture))),
}

export const Delivery = z.object({
  id: z.string(),
  chatId: z.string(),
  /** Null if the bot does not know it. */
  chatTitle: z.nullable(z.string()),
  /** Names of the recipients. */
  recipients: z.array(z.string()),
  status: z.enum(DELIVERY_STATUSES),
  /** Null until it is known. */
  success: z.nullable(z.boolean()),
  /** Telegram's own text. */
  error: z.nullable(z.string()),
})

export type Delivery = z.output<typeof Delivery>

/** `waiting`: until its time; `refused`: it could not be sent then; `queued`: it went to its chats. */
export const BROADCAST_STATES = ['waiting', 'queued', 'cancelled', 'refused'] as const

/** Numbers of messages, by state. */
const Counts = z.object({
  queued: z.number(),
  sending: z.number(),
  sent: z.number(),
  failed: z.number(),
  unknown: z.number(),
})

/** Chats, each once. A chat that several recipients share gets one message per distinct text. */
const chatCount = z.number()

const broadcastFields = {
  id: z.string(),
  audience: z.enum(AUDIENCES),
  message: z.string(),
  parseMode: z.enum(PARSE_MODES),
  photoUrl: z.nullable(z.string()),
  disableLinkPreview: z.boolean(),
  disableNotification: z.boolean(),
  pictureId: z.nullable(z.string()),
  capsDay: z.nullable(day(words.capsDay)),
  withoutCaps: z.nullable(z.enum(WITHOUT_CAPS)),
  /** When it goes to its chats; null: at once. */
  sendAt: z.nullable(instant),
  state: z.enum(BROADCAST_STATES),
  /** The reason that it was refused. */
  problem: z.nullable(z.string()),
  cancelledBy: z.nullable(z.string()),
  sentBy: z.string(),
  createdAt: instant,
  count: chatCount,
  counts: Counts,
}

export const BroadcastSummary = z.object(broadcastFields)
export const Broadcast = z.object({ ...broadcastFields, deliveries: z.array(Delivery) })

export type BroadcastSummary = z.output<typeof BroadcastSummary>
export type Broadcast = z.output<typeof Broadcast>

/** A possible recipient. */
export const RecipientRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  groupIds: z.array(z.string()),
  /** Whether they have a cap of the given day and geo; null if no day was given. */
  hasCap: z.nullable(z.boolean()),
  /** For the given day: the text of `{{caps}}`, and the geos of the caps; null if no day was given. */
  caps: z.nullable(z.object({ text: z.string(), geos: z.array(z.string()) })),
})

export type RecipientRow = z.output<typeof RecipientRow>

export const MessageTemplate = z.object({
  id: z.string(),
  name: z.string(),
  audience: z.enum(AUDIENCES),
  message: z.string(),
  parseMode: z.enum(PARSE_MODES),
  photoUrl: z.nullable(z.string()),
  savedBy: z.string(),
  updatedAt: instant,
})

export type MessageTemplate = z.output<typeof MessageTemplate>

/** A template as the history has it. */
export const TemplateContent = z.pick(MessageTemplate, {
  name: true,
  audience: true,
  message: true,
  parseMode: true,
  photoUrl: true,
})

export type TemplateContent = z.output<typeof TemplateContent>

const Id = z.object({ id: text(words.notFound) })
const templateName = text(words.templateName, 80, words.templateName).check(
  z.minLength(1, { error: words.templateName }),
)

export const broadcastCalls = {
  send: defineCall({
    method: 'POST',
    path: '/messages/broadcast',
    access: 'admin',
    summary: 'Queues a message for the chats of an audience, or a part of it, now or later; all or nothing',
    body: body({
      ...draftFields,
      /**
       * At most 30 days ahead; at once if left out. The recipients are chosen now; their chats and caps are those at
       * the time of sending.
       */
      sendAt: z.optional(z.nullable(instant)),
      /** A repeated id returns the broadcast that it made before; 409 if that had another text or other recipients. */
      requestId: z.optional(z.nullable(text(words.requestId, 64, words.requestId))),
    }),
    answers: { 202: z.object({ id: z.string(), count: chatCount, deliveries: z.array(Delivery) }) },
    refusals: [400, 409],
  }),
  addPicture: defineCall({
    method: 'POST',
    path: '/messages/pictures',
    access: 'admin',
    summary: 'Uploads a JPEG or PNG image for a message; it is kept for a day, and as long as a message uses it',
    takes: LARGEST_PICTURE,
    body: sentFile,
    answers: { 201: z.object({ id: z.string() }) },
    refusals: [400, 413],
  }),
  test: defineCall({
    method: 'POST',
    path: '/messages/broadcast/test',
    access: 'admin',
    summary: 'Sends the message, as for the first recipient, only to the caller',
    body: body(draftFields),
    answers: { 202: z.object({ recipient: z.nullable(z.string()) }) },
    refusals: [400],
  }),
  list: defineCall({
    method: 'GET',
    path: '/messages/broadcasts',
    access: 'admin',
    summary: `Broadcasts of the last 90 days, newest first, with their progress: all that wait, and at most ${MOST_BROADCASTS} others`,
    answers: { 200: z.array(BroadcastSummary) },
  }),
  read: defineCall({
    method: 'GET',
    path: '/messages/broadcasts/:id',
    access: 'admin',
    summary: 'One broadcast with its result in each chat',
    params: Id,
    answers: { 200: Broadcast },
    refusals: [400, 404],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/messages/broadcasts/:id/cancel',
    access: 'admin',
    summary: 'Cancels a message that waits for its time',
    params: Id,
    answers: { 204: null },
    refusals: [400, 404, 409],
  }),
  resend: defineCall({
    method: 'POST',
    path: '/messages/broadcasts/:id/deliveries/:deliveryId/resend',
    access: 'admin',
    summary: 'Sends a message again that failed, or whose result is unknown',
    params: z.object({ id: text(words.notFound), deliveryId: text(words.notThere) }),
    answers: { 202: Delivery },
    refusals: [400, 404, 409],
  }),
  resendFailed: defineCall({
    method: 'POST',
    path: '/messages/broadcasts/:id/resend',
    access: 'admin',
    summary:
      'Sends all messages of a broadcast again that failed; one whose result is unknown may have arrived, and stays',
    params: Id,
    answers: { 202: z.object({ count: z.number() }) },
    refusals: [400, 404, 409],
  }),
  listRecipients: defineCall({
    method: 'GET',
    path: '/messages/recipients',
    access: 'admin',
    summary: 'The recipients of an audience: whether each has a cap for a geo on a day, and their caps of the day',
    query: z.object({
      audience,
      date: z.optional(day(capTexts.date)),
      geo: z.optional(text(capTexts.geo)),
    }),
    answers: { 200: z.array(RecipientRow) },
    refusals: [400],
  }),
  listTemplates: defineCall({
    method: 'GET',
    path: '/messages/templates',
    access: 'admin',
    summary: 'Saved messages, by name',
    answers: { 200: z.array(MessageTemplate) },
  }),
  saveTemplate: defineCall({
    method: 'POST',
    path: '/messages/templates',
    access: 'admin',
    summary: 'Saves a message under a name; replaces an older one with that name if requested',
    body: body({ ...messageFields, name: templateName, replace: flag }),
    answers: { 201: MessageTemplate },
    refusals: [400, 409],
  }),
  removeTemplate: defineCall({
    method: 'DELETE',
    path: '/messages/templates/:id',
    access: 'admin',
    summary: 'Removes a saved message',
    params: Id,
    answers: { 204: null },
    refusals: [400, 404],
  }),
  listTemplateHistory: defineCall({
    method: 'GET',
    path: '/messages/templates/history',
    access: 'admin',
    summary: `Changes of templates with their authors, newest first, at most ${MOST_CHANGES}`,
    answers: {
      200: z.array(
        z.object({
          id: z.string(),
          at: instant,
          actor: z.string(),
          before: z.nullable(TemplateContent),
          after: z.nullable(TemplateContent),
        }),
      ),
    },
  }),
} as const
