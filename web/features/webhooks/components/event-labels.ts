import type { WebhookEvent } from '#domain/webhooks/event.ts'

/** The name of each event. */
export const EVENT_LABELS: Readonly<Record<WebhookEvent, string>> = {
  'cap.changed': 'A cap was created, changed or deleted',
  'cap.reached': 'A cap reached a percentage of its number',
  'pause.began': 'A pause began',
  'pause.ended': 'A pause ended',
  'suggestion.made': 'A suggestion was made',
  'week.approved': 'A week was approved',
  'feed.failed': 'A lead feed started to fail',
  'feed.recovered': 'A lead feed works again',
  'deposit.seen': 'A deposit came',
}
