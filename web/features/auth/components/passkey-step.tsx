import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authTexts } from '#contract/texts/auth.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { secondStepQuery, useAddFirstPasskey, useGivePasskey } from '../passkey-api.ts'
import { findHindrance, passkeyFailure } from '../passkeys.ts'
import { AddPasskey } from './add-passkey.tsx'
import page from '#web/ui/page.module.css'
import classes from './login-form.module.css'

/** What an admin does after a code that was right: gives a passkey, or adds the first one. */
export function PasskeyStep({ onBack }: { onBack: () => void }) {
  const { data: challenge, error } = useQuery(secondStepQuery)
  const addFirst = useAddFirstPasskey()
  const welcome = () => toastSuccess(authTexts.loggedIn)
  return (
    <div className={page.panel}>
      {error && <ProblemBox message={messageOf(error)} />}
      {!error && !challenge && <Skeleton height={96} radius={12} />}
      {challenge &&
        (challenge.credentials.length > 0 ? (
          <GivePasskey onGiven={welcome} />
        ) : (
          <>
            <p className={classes.sentTo}>
              The code was right. Admins here also need a passkey: add yours now. You will use it each time you sign in.
            </p>
            <AddPasskey label="Add passkey and sign in" isLarge add={addFirst} onAdded={welcome} />
          </>
        ))}
      <Button variant="subtle" size="md" fullWidth onClick={onBack}>
        Back
      </Button>
    </div>
  )
}

function GivePasskey({ onGiven }: { onGiven: () => void }) {
  const give = useGivePasskey()
  const [problem, setProblem] = useState<string | null>(null)
  const hindrance = findHindrance()

  const submit = () => {
    setProblem(null)
    // Awaited, since this step is gone by the time it has succeeded.
    give.mutateAsync().then(onGiven, (error: unknown) => {
      const message = passkeyFailure(error)
      setProblem(message)
      toastError(message)
    })
  }

  return (
    <>
      <p className={classes.sentTo}>
        The code was right. Now use your passkey: fingerprint, face, PIN or security key.
      </p>
      {(problem ?? hindrance) && <ProblemBox message={problem ?? hindrance ?? ''} />}
      {hindrance === null && (
        <Button size="md" fullWidth autoFocus disabled={give.isPending} onClick={submit}>
          {give.isPending ? 'Waiting for the passkey…' : 'Use passkey'}
        </Button>
      )}
      <p className={classes.countdown}>Lost it? Another admin can remove it under Team, in “Sessions”.</p>
    </>
  )
}
