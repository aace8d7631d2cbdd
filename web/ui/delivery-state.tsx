import type { Delivery } from '#contract/broadcasts.ts'
import { describeDelivery } from '#web/lib/delivery-words.ts'
import classes from './delivery-state.module.css'

/** What became of a message in a chat. */
export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'status' | 'error'> }) {
  return (
    <span className={classes.root} data-status={delivery.status}>
      {describeDelivery(delivery)}
    </span>
  )
}
