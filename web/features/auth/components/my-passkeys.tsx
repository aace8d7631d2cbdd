import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '#contract/passkeys.ts'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { PasskeyTable } from '#web/ui/passkey-table.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { ownPasskeysQuery, useAddPasskey, useRemovePasskey } from '../passkey-api.ts'
import { AddPasskey } from './add-passkey.tsx'
import classes from './my-sessions.module.css'

const words = passkeyTexts

/** An admin's own passkeys. */
export function MyPasskeys({ zone }: { zone: Zone }) {
  const { data: passkeys, error, refetch } = useQuery(ownPasskeysQuery)
  const add = useAddPasskey()
  const focusAfter = useFocusAfter<HTMLDivElement>()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <section className={classes.passkeys} aria-label="Passkeys">
      <h3 className={classes.heading}>Passkeys</h3>
      <p className={classes.about}>
        Your fingerprint, face, PIN or security key as a second step after the code. Admins give it while “Admins sign
        in with a passkey” is on in the settings.
      </p>
      {error && !passkeys && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !passkeys && <Skeleton height={64} radius={12} />}
      {passkeys && passkeys.length > 0 && (
        <div {...focusAfter}>
          <PasskeyTable
            passkeys={passkeys}
            zone={zone}
            renderAct={(passkey) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-haspopup="dialog"
                aria-label={`Remove the passkey ${passkey.name}`}
                onClick={() => setRemoving(passkey)}
              >
                Remove
              </Button>
            )}
          />
        </div>
      )}
      {passkeys?.length === 0 && <p className={classes.about}>You have no passkey yet.</p>}
      {passkeys && <AddPasskey label="Add passkey" add={add} onAdded={() => toastSuccess(words.added)} />}
      {removing && <RemovePasskey passkey={removing} onClosed={() => setRemoving(null)} />}
    </section>
  )
}

function RemovePasskey({ passkey: { id, name }, onClosed }: { passkey: Passkey; onClosed: () => void }) {
  return (
    <ConfirmDialog
      title="Remove passkey"
      question={`Remove the passkey ${name}?`}
      details="You can no longer sign in with it. Open sessions stay open. End the sessions that you do not know."
      label="Remove"
      busyLabel="Removing…"
      act={useRemovePasskey(id)}
      onDone={() => toastSuccess(words.removed)}
      onClosed={onClosed}
    />
  )
}
