import { Button, TextInput } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { webhookTexts } from '#contract/texts/webhooks.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './webhooks.module.css'

/** A key that is told this once. */
export interface TellKey {
  title: string
  secret: string
  /** What else is to be known of it. */
  details?: ReactNode
}

/** Shows a key, the only time that it can be seen. A click beside does not close it. */
export function KeyDialog({ title, secret, details, onClosed }: TellKey & { onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(secret)
      toastSuccess(webhookTexts.copied)
    } catch {
      // Over plain HTTP there is no clipboard: it is selected, and Ctrl C takes it.
    }
  }
  return (
    <Dialog title={title} size={560} dialog={dialog} onCloseAsked={() => undefined}>
      <p className={classes.words}>
        Give it to whoever runs the endpoint: by it they see that a message is from here. It is not shown again.
      </p>
      <div className={classes.key}>
        <TextInput ref={field} aria-label="Key" value={secret} readOnly spellCheck={false} data-autofocus />
        <Button variant="default" onClick={() => void copy()}>
          Copy key
        </Button>
      </div>
      {details !== undefined && <p className={classes.words}>{details}</p>}
      <div className={classes.foot}>
        <Button onClick={dialog.close}>I have it</Button>
      </div>
    </Dialog>
  )
}
