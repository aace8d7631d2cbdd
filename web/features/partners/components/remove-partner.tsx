import type { Partner } from '#domain/partners/partner.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { usePartnerChange } from '../api.ts'
import { KIND_WORDS } from './partner-kinds.ts'

export function RemovePartner({ partner, onClosed }: { partner: Partner; onClosed: () => void }) {
  const words = KIND_WORDS[partner.kind]
  const remove = usePartnerChange(partner.kind, (door, id: string) => door.remove(id))
  return (
    <ConfirmDialog
      title={`Delete ${words.one}`}
      question={words.texts.confirmRemove(partner.name)}
      details={
        partner.kind === 'advertiser'
          ? 'Its caps keep its ID and name. Its groups are unlinked.'
          : 'Caps and leads keep the source. Its groups are unlinked.'
      }
      label="Delete"
      busyLabel="Deleting…"
      act={{ isPending: remove.isPending, mutateAsync: () => remove.mutateAsync(partner._id) }}
      onDone={() => toastSuccess(words.texts.removed)}
      onClosed={onClosed}
    />
  )
}
