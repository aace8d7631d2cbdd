import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TeamMember } from '#contract/team.ts'
import { teamTexts } from '#contract/texts/team.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { nameOf } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SessionTable } from '#web/ui/session-table.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { memberSessionsQuery, useSignOutMember } from '../api.ts'
import { MemberPasskeys } from './member-passkeys.tsx'
import page from '#web/ui/page.module.css'
import classes from './member-sessions.module.css'

interface MemberSessionsProps {
  member: TeamMember
  zone: Zone
  onClosed: () => void
}

/** A member's sessions, and the button that ends them all. */
export function MemberSessions({ member, zone, onClosed }: MemberSessionsProps) {
  const dialog = useDialog(onClosed)
  const { data: sessions, error, refetch } = useQuery(memberSessionsQuery(member._id))
  const signOut = useSignOutMember(member._id)
  const name = nameOf(member)

  const confirm = () =>
    signOut.mutate(undefined, {
      onSuccess: () => {
        toastSuccess(teamTexts.signedOut(name))
        dialog.close()
      },
      onError: (failure) => toastError(messageOf(failure)),
    })

  return (
    <Dialog
      title={`Sessions of ${name}`}
      size={640}
      dialog={dialog}
      busy={signOut.isPending}
      onCloseAsked={dialog.close}
    >
      {error && !sessions && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !sessions && <Skeleton height={96} radius={12} />}
      {sessions?.length === 0 && <p className={classes.none}>{name} is not signed in anywhere.</p>}
      {sessions && sessions.length > 0 && <SessionTable sessions={sessions} zone={zone} />}
      <MemberPasskeys member={member} zone={zone} />
      <div className={`${page.foot} ${classes.foot}`}>
        <Button variant="default" onClick={dialog.close} disabled={signOut.isPending} data-autofocus>
          Close
        </Button>
        {sessions && sessions.length > 0 && (
          <Button color="red" onClick={confirm} disabled={signOut.isPending}>
            {signOut.isPending ? 'Signing out…' : 'Sign out everywhere'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
