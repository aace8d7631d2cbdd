import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { authCalls } from '#contract/auth.ts'
import { checkInput } from '#contract/check.ts'
import { authTexts } from '#contract/texts/auth.ts'
import { Form } from '#web/ui/form.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { requestFailure, useRequestCode } from '../sign-in-api.ts'
import page from '#web/ui/page.module.css'
import classes from './login-form.module.css'

interface IdentifierStepProps {
  identifier: string
  /** Without one no code can be sent. */
  hasBot: boolean
  onChange: (identifier: string) => void
  onSent: (expiresInSeconds: number) => void
  /** Somebody has a code already: from the bot, or from the server's terminal. */
  onCodeAtHand: () => void
}

export function IdentifierStep({ identifier, hasBot, onChange, onSent, onCodeAtHand }: IdentifierStepProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const request = useRequestCode()

  const fail = (message: string) => {
    setProblem(message)
    toastError(message)
  }

  const isNamed = () => {
    const checked = checkInput(authCalls.request.body, { identifier })
    if (!checked.ok) fail(checked.problem.message)
    return checked.ok
  }

  const submit = () => {
    if (request.isPending || !isNamed()) return
    setProblem(null)
    request.mutate(identifier, {
      onSuccess: ({ expiresInSeconds }) => onSent(expiresInSeconds),
      onError: (error) => fail(requestFailure(error)),
    })
  }

  return (
    <Form className={page.panel} noValidate onSubmit={submit}>
      <p className={hasBot ? classes.sentTo : classes.hint}>
        {hasBot ? 'We send a code to you on Telegram.' : authTexts.noBot}
      </p>
      <TextInput
        label="Telegram username or ID"
        placeholder="@username or 123456789"
        size="md"
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={identifier}
        // The code is for whom it was asked for.
        readOnly={request.isPending}
        error={problem}
        onChange={(event) => {
          setProblem(null)
          onChange(event.currentTarget.value)
        }}
      />
      <Button type="submit" size="md" fullWidth disabled={request.isPending}>
        {request.isPending ? 'Sending…' : 'Request code'}
      </Button>
      <Button
        variant="subtle"
        size="md"
        fullWidth
        disabled={request.isPending}
        onClick={() => {
          if (isNamed()) onCodeAtHand()
        }}
      >
        I have a code
      </Button>
    </Form>
  )
}
