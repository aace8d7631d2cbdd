import type { CapKind } from '#domain/kernel/cap-kind.ts'
import type { Day } from '#domain/kernel/day.ts'

/** Events that other systems can get (docs/webhooks.md). */
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

/** The type of an admin's test message. Every endpoint gets it. */
export const TEST_EVENT = 'webhook.test'

/** The place of an event. A part that does not apply, or is not known, is null. */
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
  /** ISO 8601, here and below. */
  from: string
  until: string | null
  reason: string
}

interface FeedData {
  connector: string
  runId: string
}

/**
 * The data of a message of each type, as JSON: ids, the place, and the numbers needed to act on it. Never an e-mail or
 * a person's name, because Capline does not know the receiving system.
 */
export interface WebhookData {
  /** `before` is null for a created cap, `after` for a deleted one. Both are planned leads. */
  'cap.changed': CapPlace & {
    change: 'created' | 'changed' | 'deleted'
    before: number | null
    after: number | null
    /** Names of the changed fields. */
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
  /** `payout`: dollars. `leadId`: the source's id of the lead. */
  'deposit.seen': EventPlace & {
    connector: string
    depositId: string
    leadId: string | null
    day: Day
    payout: number | null
  }
}
