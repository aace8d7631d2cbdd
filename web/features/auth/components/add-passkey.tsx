import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { passkeyTexts } from '#contract/texts/passkeys.ts'
import { Form } from '#web/ui/form.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { findHindrance, passkeyFailure } from '../passkeys.ts'
import classes from './add-passkey.module.css'

interface AddPasskeyProps {
  label: string
  /** Alone on its screen, at the sign-in. */
  isLarge?: boolean
  add: { isPending: boolean; mutateAsync: (name: string) => Promise<unknown> }
  onAdded: () => void
}

/** Names a passkey and has the browser make it. */
export function AddPasskey({ label, isLarge = false, add, onAdded }: AddPasskeyProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const hindrance = findHindrance()
  if (hindrance !== null) return <p className={classes.hindrance}>{hindrance}</p>

  const fail = (message: string) => {
    setProblem(message)
    toastError(message)
  }

  const submit = () => {
    if (add.isPending) return
    if (name.trim() === '') return fail(passkeyTexts.name)
    setProblem(null)
    // Awaited, since at the sign-in this form is gone by the time it has succeeded.
    add.mutateAsync(name).then(
      () => {
        setName('')
        onAdded()
      },
      (error: unknown) => fail(passkeyFailure(error)),
    )
  }

  const size = isLarge ? 'md' : 'sm'
  return (
    <Form className={classes.form} data-large={isLarge || undefined} noValidate onSubmit={submit}>
      <TextInput
        className={classes.name}
        label="Name of the passkey"
        placeholder="Work laptop"
        size={size}
        maxLength={60}
        autoFocus={isLarge}
        value={name}
        readOnly={add.isPending}
        error={problem}
        onChange={(event) => {
          setProblem(null)
          setName(event.currentTarget.value)
        }}
      />
      <Button type="submit" size={size} variant={isLarge ? 'filled' : 'default'} disabled={add.isPending}>
        {add.isPending ? 'Waiting for the passkey…' : label}
      </Button>
    </Form>
  )
}
