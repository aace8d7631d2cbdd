import { webhookTexts } from '#contract/texts/webhooks.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useRemoveWebhook } from '../api.ts'

/** Asks before an endpoint is removed with its deliveries. */
export function RemoveWebhook({ webhook, onClosed }: { webhook: Webhook; onClosed: () => void }) {
  const remove = useRemoveWebhook(webhook._id)
  return (
    <ConfirmDialog
      title="Remove endpoint"
      question={`Remove ${webhook.url}?`}
      details="Its deliveries are deleted too, and waiting messages are not sent. To stop it for a while, turn it off instead."
      label="Remove endpoint"
      busyLabel="Removing…"
      act={{ isPending: remove.isPending, mutateAsync: () => remove.mutateAsync(undefined) }}
      onDone={() => toastSuccess(webhookTexts.removed)}
      onClosed={onClosed}
    />
  )
}
