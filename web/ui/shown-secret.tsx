import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { shownSecretTexts } from '#contract/texts/shown-secret.ts'
import { Dialog } from './dialog.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import classes from './shown-secret.module.css'
import { toastError, toastSuccess } from './toasts.ts'
import type { useDialog } from './use-dialog.ts'

interface ShownSecretProps {
  title: string
  /** What it is, `API key`. */
  label: string
  secret: string
  dialog: ReturnType<typeof useDialog>
  /** What else is to be known of it. */
  children?: ReactNode
}

const words = shownSecretTexts

/** A secret, this once. Whoever closes before it was copied is asked first. */
export function ShownSecret({ title, label, secret, dialog, children }: ShownSecretProps) {
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
      await navigator.clipboard.writeText(secret)
      note()
      toastSuccess(words.copied)
    } catch {
      // Over plain http there is no clipboard.
      field.current?.select()
      toastError(words.notCopied)
    }
  }
  return (
    <Dialog title={title} size={560} dialog={dialog} onCloseAsked={leave}>
      <LeaveQuestion isDirty={!isCopied} words={words.leaving} />
      <div className={classes.root}>
        <p className={classes.words}>Copy the key now and keep it in a safe place. It is not shown again. {children}</p>
        <div className={classes.shown}>
          <TextInput
            ref={field}
            aria-label={label}
            className={classes.secret}
            value={secret}
            readOnly
            onCopy={note}
            data-autofocus
          />
          <Button onClick={() => void copy()}>Copy</Button>
        </div>
        {isAsking ? (
          <div className={classes.foot} role="alertdialog" aria-label={words.question}>
            <span className={classes.question}>{words.question}</span>
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
