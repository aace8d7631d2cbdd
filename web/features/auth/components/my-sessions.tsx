import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teamTexts } from '#contract/texts/team.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SessionTable } from '#web/ui/session-table.tsx'
import { hasUnsaved, NOT_SAVED } from '#web/lib/unsaved.ts'
import { useSession } from '#web/lib/session.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { ownSessionsQuery, useEndSession, useSignOutEverywhere } from '../session-api.ts'
import { MyPasskeys } from './my-passkeys.tsx'
import page from '#web/ui/page.module.css'
import classes from './my-sessions.module.css'

interface MySessionsProps {
  zone: Zone
  onClosed: () => void
}

/** Where the member is signed in. What they do not know there they can end. */
export function MySessions({ zone, onClosed }: MySessionsProps) {
  const dialog = useDialog(onClosed)
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  const end = useEndSession()
  const endAll = useSignOutEverywhere()
  const focusAfter = useFocusAfter<HTMLDivElement>()
  const [asking, setAsking] = useState(false)
  const session = useSession()
  const isAdmin = session.status === 'authenticated' && session.member.role === 'admin'
  const fail = (failure: Error) => toastError(messageOf(failure))
  return (
    <Dialog title="My sessions" size={720} dialog={dialog} onCloseAsked={dialog.close}>
      <p className={classes.about}>
        Every place where you are signed in. A session ends after 7 days without use, and after 30 days at the latest.
      </p>
      {error && !sessions && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !sessions && <Skeleton height={96} radius={12} />}
      {sessions && (
        <div {...focusAfter}>
          <SessionTable
            sessions={sessions}
            zone={zone}
            renderAct={({ id, current, address }) =>
              current ? null : (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`End the session from ${address ?? 'the server itself'}`}
                  disabled={end.isPending}
                  onClick={() =>
                    end.mutate(id, { onSuccess: () => toastSuccess(teamTexts.sessionEnded), onError: fail })
                  }
                >
                  End
                </Button>
              )
            }
          />
        </div>
      )}
      {isAdmin && <MyPasskeys zone={zone} />}
      <div className={`${page.foot} ${classes.foot}`}>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Close
        </Button>
        <Button variant="light" color="red" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title="Sign out everywhere"
          question="Sign out everywhere, including here?"
          details={`${hasUnsaved() ? `${NOT_SAVED} ` : ''}To come back, request a code.`}
          label="Sign out"
          busyLabel="Signing out…"
          act={endAll}
          onDone={() => undefined}
          onClosed={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}
