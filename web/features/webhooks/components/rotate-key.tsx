import type { Zone } from '#domain/kernel/zone.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { useRotateKey } from '../api.ts'
import type { TellKey } from './key-dialog.tsx'

interface RotateKeyProps {
  webhook: Webhook
  zone: Zone
  rotate: ReturnType<typeof useRotateKey>
  onKey: (key: TellKey) => void
  onClosed: () => void
}

/** Asks before an endpoint gets a new key, and shows the key. */
export function RotateKey({ webhook, zone, rotate, onKey, onClosed }: RotateKeyProps) {
  const run = async () => {
    const { secret, oldKeyUntil } = await rotate.mutateAsync(webhook._id)
    onKey({
      title: 'The new key',
      secret,
      details: oldKeyUntil
        ? `The old key signs each message too, until ${formatMoment(oldKeyUntil, zone)}.`
        : 'The old key could not be read, and signs nothing any more.',
    })
  }
  return (
    <ConfirmDialog
      title="New key"
      question={`Make a new key for ${webhook.url}?`}
      details="For 24 hours the old key signs each message too. Any older key ends at once."
      label="Make a new key"
      busyLabel="Making it…"
      act={{ isPending: rotate.isPending, mutateAsync: run }}
      onDone={() => undefined}
      onClosed={onClosed}
    />
  )
}
