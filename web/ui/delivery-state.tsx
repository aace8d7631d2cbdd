import type { Delivery } from '#contract/broadcasts.ts'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import classes from './delivery-state.module.css'

/** The result of a message in a chat. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'status' | 'error'> }) {
  return (
    <span className={classes.root} data-status={delivery.status}>
      {describeDelivery(delivery)}
    </span>
  )
}

const words = broadcastTexts

/** The result in words: `Sent`, `Failed: Forbidden: bot was kicked`. */
export function describeDelivery({ status, error }: Pick<Delivery, 'status' | 'error'>): string {
  switch (status) {
    case 'sent':
      return words.sent
    case 'failed':
      return `${words.failedOne}: ${error ?? words.unknown}`
    case 'unknown':
      return `${words.failedOne}: ${words.unknown}`
    case 'queued':
      return 'Queued'
    case 'sending':
      return 'Sending'
  }
}
