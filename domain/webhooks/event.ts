import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'

/** What other systems can be told of (docs/webhooks.md). */
export const WEBHOOK_EVENTS = [
  'cap.changed',
  'cap.reached',
  'pause.began',
  'pause.ended',
  'suggestion.made',
  'week.approved',
  'feed.failed',
  'feed.recovered',
  'deposit.seen',
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The type of a message that an admin sends to try an endpoint. Every endpoint gets it. */
export const TEST_EVENT = 'webhook.test'

/** Where something happened. A part that does not matter, or that nobody knows, is null. */
interface EventPlace {
  geo: string | null
  advertiserId: string | null
  sourceNumber: string | null
}

interface CapPlace extends EventPlace {
  capId: string
  capKind: CapKind
  day: Day
}

interface PauseData extends EventPlace {
  pauseId: string
  /** ISO 8601; here as below. */
  from: string
  until: string | null
  reason: string
}

interface FeedData {
  connector: string
  runId: string
}

/**
 * What a message of each type says, as JSON: ids, the place, and the numbers that are needed to act on it. Never an
 * e-mail and never the name of a person, since it goes to systems that Capline knows nothing of.
 */
export interface WebhookData {
  /** `before` is null for a cap that was created, `after` for one that was deleted: planned leads. */
  'cap.changed': CapPlace & {
    change: 'created' | 'changed' | 'deleted'
    before: number | null
    after: number | null
    /** Names of the fields that have another value. */
    fields: string[]
  }
  'cap.reached': CapPlace & { cap: number; delivered: number; percent: number }
  'pause.began': PauseData
  /** `endedAt`: when traffic flowed again. */
  'pause.ended': PauseData & { endedAt: string }
  'suggestion.made': EventPlace & {
    suggestionId: string
    kind: string
    day: Day
    capId: string | null
    capKind: CapKind | null
  }
  /** `totalDue`: dollars. */
  'week.approved': { closingId: string; start: Day; end: Day; totalDue: number }
  'feed.failed': FeedData
  'feed.recovered': FeedData & { failedSince: string }
  /** `payout`: dollars. `leadId`: as the source names it. */
  'deposit.seen': EventPlace & {
    connector: string
    depositId: string
    leadId: string | null
    day: Day
    payout: number | null
  }
}
