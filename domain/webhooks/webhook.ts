import type { Instant } from '#domain/kernel/instant.ts'
import type { WebhookEvent } from './event.ts'

/** `off`: by an admin. `gone`: it answered 410, which says that nobody listens there any more. */
export const WEBHOOK_STATES = ['on', 'off', 'gone'] as const

export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Endpoints of an installation. Each may have a few calls open at once. */
export const MOST_WEBHOOKS = 20

/** Characters of an address. */
export const LONGEST_URL = 500

/** An address of another system that is told of events. What waits for one that is not on is held. */
export interface Webhook {
  _id: string
  version: number
  url: string
  events: readonly WebhookEvent[]
  state: WebhookState
}

/** How an endpoint fares. */
export interface WebhookHealth {
  /** Since when nothing gets through; null: the last answer was a good one, or there was none yet. */
  failedSince: Instant | null
  /** A message was given up, and nothing has got through for a day. */
  failing: boolean
  /** Messages that are not delivered yet. */
  waiting: number
  /** Until when the key before the present one signs too; null: it does not. */
  oldKeyUntil: Instant | null
  /** The latest answer; null: none yet. */
  last: { at: Instant; status: number | null } | null
}

export const MESSAGE_STATES = ['queued', 'delivered', 'failed'] as const

export type WebhookMessageState = (typeof MESSAGE_STATES)[number]

/** Deliveries of an endpoint that are shown. */
export const MOST_DELIVERIES = 100

/** A message, and what its last try came to. */
export interface WebhookDelivery {
  /** Its `webhook-id`, the same in every try. */
  _id: string
  type: string
  /** JSON. */
  body: string
  state: WebhookMessageState
  tries: number
  createdAt: Instant
  /** When it is tried next; null: not any more. */
  dueAt: Instant | null
  triedAt: Instant | null
  /** Null where there was no answer: `answer` says why. */
  status: number | null
  /** The first characters of the answer. */
  answer: string | null
  tookMilliseconds: number | null
}
