import type { Instant } from '#domain/kernel/instant.ts'
import type { WebhookEvent } from './event.ts'

/** `off`: turned off by an admin. `gone`: it answered 410, so the address is no longer in use. */
export const WEBHOOK_STATES = ['on', 'off', 'gone'] as const

export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** The most endpoints of an installation. Each may have a few open calls at once. */
export const MOST_WEBHOOKS = 20

/** The longest address, in characters. */
export const LONGEST_URL = 500

/** An endpoint: an address of another system that gets events. While it is not on, its messages wait. */
export interface Webhook {
  _id: string
  version: number
  url: string
  events: readonly WebhookEvent[]
  state: WebhookState
}

/** The state of an endpoint's deliveries. */
export interface WebhookHealth {
  /** Since when nothing gets through; null if the last answer was good, or there was none yet. */
  failedSince: Instant | null
  /** A message was given up, and nothing has got through for a day. */
  failing: boolean
  /** Messages that are not yet delivered. */
  waiting: number
  /** Until when the previous key signs too; null if it does not. */
  oldKeyUntil: Instant | null
  /** The latest answer; null if there was none. */
  last: { at: Instant; status: number | null } | null
}

export const MESSAGE_STATES = ['queued', 'delivered', 'failed'] as const

export type WebhookMessageState = (typeof MESSAGE_STATES)[number]

/** The most deliveries of an endpoint that are shown. */
export const MOST_DELIVERIES = 100

/** A message with the result of its last attempt. */
export interface WebhookDelivery {
  /** Its `webhook-id`, the same in every attempt. */
  _id: string
  type: string
  /** JSON. */
  body: string
  state: WebhookMessageState
  tries: number
  createdAt: Instant
  /** The time of the next attempt; null if there is none. */
  dueAt: Instant | null
  triedAt: Instant | null
  /** Null if there was no answer; `answer` then has the reason. */
  status: number | null
  /** The first characters of the answer. */
  answer: string | null
  tookMilliseconds: number | null
}
