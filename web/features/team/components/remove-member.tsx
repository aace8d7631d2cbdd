import type { TeamMember } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import { nameOf } from '#domain/team/member.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useRemoveMember } from '../api.ts'

export function RemoveMember({ member, onClosed }: { member: TeamMember; onClosed: () => void }) {
  const remove = useRemoveMember(member._id)
  return (
    <ConfirmDialog
      title="Remove team member"
      question={teamTexts.confirmRemove(nameOf(member))}
      details="They are signed out everywhere at once. Their changes stay in the history."
      label="Remove"
      busyLabel="Removing…"
      act={{ isPending: remove.isPending, mutateAsync: () => remove.mutateAsync(undefined) }}
      onDone={() => toastSuccess(teamTexts.removed)}
      onClosed={onClosed}
    />
  )
}
