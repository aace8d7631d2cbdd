import { z } from 'zod/mini'
import { MOST_CHANGES } from '#domain/kernel/listed.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks/event.ts'
import { LONGEST_URL, MESSAGE_STATES, MOST_DELIVERIES, WEBHOOK_STATES } from '#domain/webhooks/webhook.ts'
import { defineCall } from './call.ts'
import { atMost, body, changeOf, instant, text } from './fields.ts'
import { webhookTexts } from './texts/webhooks.ts'

const words = webhookTexts

const shownFields = {
  _id: z.string(),
  version: z.number(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  state: z.enum(WEBHOOK_STATES),
}
export const Webhook = z.object(shownFields)

const healthFields = {
  /** Since when nothing gets through; null if the last answer was good. */
  failedSince: z.nullable(instant),
  /** A message was given up, and nothing has got through for a day. */
  failing: z.boolean(),
  /** Messages that are not yet delivered. */
  waiting: z.number(),
  /** Until when the previous key signs too. */
  oldKeyUntil: z.nullable(instant),
  last: z.nullable(z.object({ at: instant, status: z.nullable(z.number()) })),
}

const Delivery = z.object({
  /** Its `webhook-id`. */
  _id: z.string(),
  type: z.string(),
  body: z.string(),
  state: z.enum(MESSAGE_STATES),
  tries: z.number(),
  createdAt: instant,
  /** The time of the next attempt. */
  dueAt: z.nullable(instant),
  triedAt: z.nullable(instant),
  /** Null if there was no answer. */
  status: z.nullable(z.number()),
  /** The beginning of the answer, or the reason that there was none. */
  answer: z.nullable(z.string()),
  tookMilliseconds: z.nullable(z.number()),
})

const draftFields = {
  url: text(words.url, LONGEST_URL, words.urlTooLong(LONGEST_URL)),
  events: z
    .array(z.enum(WEBHOOK_EVENTS, { error: words.events }), { error: words.events })
    .check(z.minLength(1, { error: words.events }), atMost(WEBHOOK_EVENTS.length)),
}

export const WebhookDraft = body(draftFields)
export const WebhookEdit = body(
  {
    ...draftFields,
    isOn: z.boolean({ error: words.isOn }),
    version: z.optional(z.nullable(z.int({ error: words.version }))),
  },
  { ...shownFields, ...healthFields },
)

/** The key. Only this answer has it. */
const secret = z.string()
const params = z.object({ id: text(words.notFound) })

export const webhookCalls = {
  list: defineCall({
    method: 'GET',
    path: '/webhooks',
    access: 'admin',
    summary: 'Every endpoint with its state',
    answers: { 200: z.array(z.object({ webhook: Webhook, health: z.object(healthFields) })) },
  }),
  add: defineCall({
    method: 'POST',
    path: '/webhooks',
    access: 'admin',
    summary: 'Adds an endpoint; only this answer has its key',
    body: WebhookDraft,
    answers: { 201: z.object({ webhook: Webhook, secret }) },
    refusals: [400, 409],
    secret: true,
  }),
  change: defineCall({
    method: 'PUT',
    path: '/webhooks/:id',
    access: 'admin',
    summary: 'Changes address and events of an endpoint, or turns it on or off',
    params,
    body: WebhookEdit,
    answers: { 200: Webhook },
    refusals: [400, 404, 409],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/webhooks/:id',
    access: 'admin',
    summary: 'Removes an endpoint with its waiting messages',
    params,
    answers: { 204: null },
    refusals: [400, 404],
  }),
  rotateKey: defineCall({
    method: 'POST',
    path: '/webhooks/:id/keys',
    access: 'admin',
    summary: 'Makes a new key, which only this answer has; the previous key signs too for a day',
    params,
    answers: { 201: z.object({ secret, oldKeyUntil: z.nullable(instant) }) },
    refusals: [400, 404],
    secret: true,
  }),
  test: defineCall({
    method: 'POST',
    path: '/webhooks/:id/test',
    access: 'admin',
    summary: 'Queues a message of the type webhook.test for one endpoint',
    params,
    answers: { 201: z.object({ deliveryId: z.string() }) },
    refusals: [400, 404, 409],
  }),
  listDeliveries: defineCall({
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    access: 'admin',
    summary: `The latest messages of an endpoint with their answers, newest first, at most ${MOST_DELIVERIES}`,
    params,
    answers: { 200: z.array(Delivery) },
    refusals: [400],
  }),
  replay: defineCall({
    method: 'POST',
    path: '/webhooks/deliveries/:id/replay',
    access: 'admin',
    summary: 'Sends a message again that was delivered or given up, or now if it waits, under the same id',
    params: z.object({ id: text(words.noDelivery) }),
    answers: { 204: null },
    refusals: [400, 404],
  }),
  listHistory: defineCall({
    method: 'GET',
    path: '/webhooks/history',
    access: 'admin',
    summary: `Who changed which endpoint, newest first, at most ${MOST_CHANGES}`,
    answers: { 200: z.array(changeOf(Webhook)) },
  }),
} as const
