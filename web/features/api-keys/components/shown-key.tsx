import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import type { useDialog } from '#web/ui/use-dialog.ts'
import classes from './keys.module.css'

interface ShownKeyProps {
  name: string
  token: string
  dialog: ReturnType<typeof useDialog>
}

const QUESTION = 'Close without copying the key?'

/** A key, this once. Whoever closes before it was copied is asked first. */
export function ShownKey({ name, token, dialog }: ShownKeyProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const leave = () => (isCopied ? dialog.close() : setAsking(!isAsking))
  const note = () => {
    setCopied(true)
    setAsking(false)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      note()
      toastSuccess(apiKeyTexts.copied)
    } catch {
      // Over plain http there is no clipboard.
      field.current?.select()
      toastError(apiKeyTexts.notCopied)
    }
  }
  return (
    <Dialog title={`Key of ${name}`} size={560} dialog={dialog} onCloseAsked={leave}>
      <div className={classes.form}>
        <p className={classes.once}>Copy the key now and keep it where secrets are kept: it is not shown again.</p>
        <div className={classes.shown}>
          <TextInput
            ref={field}
            aria-label="API key"
            className={classes.token}
            value={token}
            readOnly
            onCopy={note}
            data-autofocus
          />
          <Button onClick={() => void copy()}>Copy</Button>
        </div>
        {isAsking ? (
          <div className={classes.foot} role="alertdialog" aria-label={QUESTION}>
            <span className={classes.question}>{QUESTION}</span>
            <Button variant="default" onClick={() => setAsking(false)} autoFocus>
              Keep open
            </Button>
            <Button color="red" onClick={dialog.close}>
              Close it
            </Button>
          </div>
        ) : (
          <div className={classes.foot}>
            <Button variant="default" onClick={leave}>
              Done
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
