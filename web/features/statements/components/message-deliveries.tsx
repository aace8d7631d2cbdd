import { Button } from '@mantine/core'
import { broadcastTexts } from '#contract/texts/broadcasts.ts'
import type { MessageDelivery } from '#contract/statements.ts'
import { messageOf } from '#web/lib/api.ts'
import { DeliveryState } from '#web/ui/delivery-state.tsx'
import { toastError, toastInfo } from '#web/ui/toasts.ts'
import { useResendStatement, type StatementOf } from '../api.ts'
import classes from './statement.module.css'

/** What became of the last sending in each chat. What failed there can be sent again. */
export function MessageDeliveries({ of, deliveries }: { of: StatementOf; deliveries: readonly MessageDelivery[] }) {
  const resend = useResendStatement(of)
  const sendAgain = (delivery: MessageDelivery) =>
    resend.mutate(delivery, {
      onSuccess: () => toastInfo(broadcastTexts.resent),
      onError: (failure) => toastError(messageOf(failure)),
    })
  return (
    <ul className={classes.deliveries} aria-label="Result of the last one" aria-live="polite">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <code>{delivery.chatId}</code>
          <span className={classes.state}>
            <DeliveryState delivery={delivery} />
          </span>
          {(delivery.status === 'failed' || delivery.status === 'unknown') && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Resend to ${delivery.chatId}`}
              disabled={resend.isPending}
              onClick={() => sendAgain(delivery)}
            >
              Resend
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
