import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { authTexts } from '#contract/texts/auth.ts'
import { instantFromMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { readNow } from '#web/lib/now.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { CodeStep } from './code-step.tsx'
import classes from './login-form.module.css'
import { IdentifierStep } from './identifier-step.tsx'

/** Few members need it. */
const PasskeyStep = lazy(async () => ({ default: (await import('./passkey-step.tsx')).PasskeyStep }))

interface SandboxNote {
  /** Where the stand-in Telegram shows its chats. */
  page: string | null
}

/** The steps of signing in. Who succeeds is signed in; the page then leads on. */
export function LoginForm({ sandbox, hasBot }: { sandbox: SandboxNote | null; hasBot: boolean }) {
  const [identifier, setIdentifier] = useState('')
  const [step, setStep] = useState<'identifier' | 'passkey' | { expiresAt: Instant | null }>('identifier')

  const codeSent = (seconds: number) => {
    toastSuccess(authTexts.codeSent)
    setStep({ expiresAt: instantFromMilliseconds(readNow() + seconds * SECOND) })
  }

  if (step === 'identifier') {
    return (
      <IdentifierStep
        identifier={identifier}
        hasBot={hasBot}
        onChange={setIdentifier}
        onSent={codeSent}
        onCodeAtHand={() => setStep({ expiresAt: null })}
      />
    )
  }
  if (step === 'passkey') {
    return (
      <Suspense fallback={<Skeleton height={120} radius={12} />}>
        <PasskeyStep onBack={() => setStep('identifier')} />
      </Suspense>
    )
  }
  return (
    <CodeStep
      // A new code starts with empty fields and a full countdown.
      key={step.expiresAt}
      identifier={identifier.trim()}
      expiresAt={step.expiresAt}
      hint={sandbox && <SandboxHint {...sandbox} />}
      onSent={codeSent}
      onPasskeyDue={() => setStep('passkey')}
      onBack={() => setStep('identifier')}
    />
  )
}

function SandboxHint({ page }: SandboxNote) {
  const words = authTexts
  return (
    <p className={classes.hint}>
      {words.sandboxHint}{' '}
      {page ? (
        <a href={page} target="_blank" rel="noreferrer">
          {words.sandboxOpen}
        </a>
      ) : (
        words.sandboxAddress
      )}
    </p>
  )
}
