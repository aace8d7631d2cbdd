import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { authCalls } from '#contract/auth.ts'
import { checkInput } from '#contract/check.ts'
import { ApiError } from '#contract/client.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { SECOND, type Instant } from '#domain/kernel/instant.ts'
import { CODE_LENGTH, foldCode } from '#domain/team/sign-in.ts'
import { messageOf } from '#web/lib/api.ts'
import { useNow } from '#web/lib/clock.ts'
import { Form, foldTyped } from '#web/ui/form.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { requestFailure, useRequestCode, useVerifyCode } from '../sign-in-api.ts'
import page from '#web/ui/page.module.css'
import classes from './login-form.module.css'

const REQUEST = 'Request a new code'

interface CodeStepProps {
  identifier: string
  /** Null where nobody here knows: the code came from elsewhere. */
  expiresAt: Instant | null
  hint: ReactNode
  onSent: (expiresInSeconds: number) => void
  /** The code was right, and a passkey is due. */
  onPasskeyDue: () => void
  onBack: () => void
}

export function CodeStep({ identifier, expiresAt, hint, onSent, onPasskeyDue, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** No other code is sent for now: one that the bot or the terminal gave can be entered. */
  const [isLimited, setIsLimited] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const now = useNow(250)
  const request = useRequestCode()
  const verify = useVerifyCode()
  const secondsLeft = expiresAt === null ? null : Math.max(0, Math.ceil((expiresAt - now) / SECOND))
  const expired = secondsLeft === 0 && !isLimited

  const fail = (message: string) => {
    setProblem(message)
    toastError(message)
  }

  const submit = () => {
    if (verify.isPending || request.isPending) return
    if (expired) return requestAnother()
    const checked = checkInput(authCalls.verify.body, { identifier, code })
    if (!checked.ok) return fail(checked.problem.message)
    setProblem(null)
    // Awaited, since this form is gone by the time it has succeeded.
    verify.mutateAsync({ identifier, code }).then(
      () => toastSuccess(authTexts.loggedIn),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 403) onPasskeyDue()
        else fail(messageOf(error))
      },
    )
  }

  const requestAnother = () =>
    request.mutate(identifier, {
      onSuccess: ({ expiresInSeconds }) => {
        setIsLimited(false)
        onSent(expiresInSeconds)
      },
      onError: (error) => {
        fail(requestFailure(error))
        if (!(error instanceof ApiError) || error.status !== 429) return
        setIsLimited(true)
        field.current?.focus()
        field.current?.select()
      },
    })

  return (
    <Form className={page.panel} noValidate onSubmit={submit}>
      {secondsLeft === null || isLimited ? (
        <p className={classes.sentTo}>
          Enter a code for <strong>{identifier}</strong>. Send /login to the bot in Telegram to get one.
        </p>
      ) : (
        <p className={classes.sentTo}>
          If <strong>{identifier}</strong> may sign in, a code is on its way to Telegram.
        </p>
      )}
      {hint}
      <TextInput
        ref={field}
        label="Verification code"
        size="md"
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        classNames={{ input: classes.code }}
        value={code}
        error={problem}
        onChange={(event) => {
          setProblem(null)
          setCode(foldTyped(event.currentTarget, (typed) => foldCode(typed).slice(0, CODE_LENGTH)))
        }}
      />
      {secondsLeft !== null && !isLimited && <Countdown secondsLeft={secondsLeft} />}
      {expired ? (
        <Button type="submit" size="md" fullWidth disabled={request.isPending}>
          {request.isPending ? 'Sending…' : REQUEST}
        </Button>
      ) : (
        <Button type="submit" size="md" fullWidth disabled={verify.isPending}>
          {verify.isPending ? 'Verifying…' : 'Verify and sign in'}
        </Button>
      )}
      {isLimited && (
        <Button variant="default" size="md" fullWidth disabled={request.isPending} onClick={requestAnother}>
          {request.isPending ? 'Sending…' : REQUEST}
        </Button>
      )}
      <Button variant="subtle" size="md" fullWidth onClick={onBack}>
        Back
      </Button>
    </Form>
  )
}

function Countdown({ secondsLeft }: { secondsLeft: number }) {
  if (secondsLeft === 0) {
    return (
      <p className={classes.expired} role="alert">
        {authTexts.codeExpired}
      </p>
    )
  }
  return (
    <p className={classes.countdown}>
      The code expires in{' '}
      <span role="timer">
        {Math.floor(secondsLeft / 60)}:{String(secondsLeft % 60).padStart(2, '0')}
      </span>
    </p>
  )
}
