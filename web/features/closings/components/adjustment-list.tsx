import { Button } from '@mantine/core'
import type { FullClosing } from '#contract/closings.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'
import { isCarried } from '#domain/payouts/closing.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatChange, formatExact, formatMoment } from '#web/lib/format.ts'
import { useGone } from '#web/lib/use-once.ts'
import { toastError } from '#web/ui/toasts.ts'
import { useTakeBack } from '../api.ts'
import classes from './closing.module.css'

type Adjustment = FullClosing['adjustments'][number]

/** Adjustments with their reasons; those of a frozen week can be taken back. */
export function AdjustmentList({ closing, zone }: { closing: FullClosing; zone: Zone }) {
  if (closing.adjustments.length === 0) return null
  return (
    <ul className={classes.list} aria-label="Adjustments">
      {closing.adjustments.map((adjustment) => (
        <li key={adjustment.id} className={classes.row}>
          <span>
            <strong>{nameSource(adjustment.affiliateId, 'No source')}</strong> {describe(adjustment)}
            <span className={classes.who}>
              {adjustment.createdBy} · {formatMoment(adjustment.createdAt, zone)}
            </span>
          </span>
          <span className={classes.amount}>
            {formatChange(adjustment.amount)}
            {closing.state === 'frozen' && !isCarried(adjustment.kind) && (
              <RemoveAdjustment closingId={closing.id} adjustment={adjustment} />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function RemoveAdjustment({ closingId, adjustment }: { closingId: string; adjustment: Adjustment }) {
  const takeBack = useTakeBack(closingId)
  const isGone = useGone()
  const { id, amount, affiliateId } = adjustment
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={takeBack.isPending}
      aria-label={`Remove ${formatChange(amount)} of ${nameSource(affiliateId, 'no source')}`}
      onClick={() =>
        takeBack.mutate(id, {
          onError: (error) => {
            if (!isGone(error)) toastError(messageOf(error))
          },
        })
      }
    >
      Remove
    </Button>
  )
}

function describe({ kind, reason, depositId, price }: Adjustment): string {
  if (kind === 'leaveOut') return `deposit ${depositId ?? ''} left out: ${reason}`
  if (kind === 'price') return `deposit ${depositId ?? ''} priced ${formatExact(price ?? 0)}: ${reason}`
  return reason
}
