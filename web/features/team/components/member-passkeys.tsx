import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamMember } from '#contract/team.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { nameOf } from '#domain/team/member.ts'
import { messageOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PasskeyTable } from '#web/ui/passkey-table.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { memberPasskeysQuery, useRemovePasskeys } from '../api.ts'
import classes from './member-sessions.module.css'

/** A member's passkeys, and the button that removes lost ones. */
export function MemberPasskeys({ member, zone }: { member: TeamMember; zone: Zone }) {
  const { data: passkeys, error, refetch } = useQuery(memberPasskeysQuery(member._id))
  const [asking, setAsking] = useState(false)
  const remove = useRemovePasskeys(member._id)
  const name = nameOf(member)
  if (error && !passkeys) return <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />
  if (!passkeys || (passkeys.length === 0 && member.role !== 'admin')) return null
  return (
    <section className={classes.passkeys} aria-label="Passkeys">
      <h3 className={classes.heading}>Passkeys</h3>
      {passkeys.length === 0 && <p className={classes.none}>{name} has no passkey.</p>}
      {passkeys.length > 0 && (
        <>
          <PasskeyTable passkeys={passkeys} zone={zone} />
          <Button variant="light" color="red" size="xs" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Remove all passkeys
          </Button>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title="Remove passkeys"
          question={`Remove all passkeys of ${name}?`}
          details="Use this if a member has lost them. If admins need a passkey, the member adds a new one at the next sign-in. Sessions stay open. If a device was stolen, end its sessions too."
          label="Remove"
          busyLabel="Removing…"
          act={remove}
          onDone={() => toastSuccess(passkeyTexts.allRemoved(name))}
          onClosed={() => setAsking(false)}
        />
      )}
    </section>
  )
}
