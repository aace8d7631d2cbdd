import type { ApiKey } from '#contract/api-keys.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useRevokeKey } from '../api.ts'

export function RevokeKey({ of: { id, name, hint }, onClosed }: { of: ApiKey; onClosed: () => void }) {
  const revoke = useRevokeKey(id)
  return (
    <ConfirmDialog
      title="Revoke API key"
      question={`Revoke ${name} (${hint}_…)?`}
      details="The program’s next call is refused. Its changes stay in the history. A revoked key cannot be restored; create a new one instead."
      label="Revoke"
      busyLabel="Revoking…"
      act={{ isPending: revoke.isPending, mutateAsync: () => revoke.mutateAsync(undefined) }}
      onDone={() => toastSuccess(apiKeyTexts.revokedNow(name))}
      onClosed={onClosed}
    />
  )
}
