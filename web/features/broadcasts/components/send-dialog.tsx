import { Button } from '@mantine/core'
import type { Audience } from '#domain/sentences/broadcast.ts'
import { countOf } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './send-dialog.module.css'

interface SendDialogProps {
  audience: Audience
  chats: number
  recipients: number
  /** Chosen without a chat: they get nothing. */
  silent: number
  isPending: boolean
  onSend: () => Promise<boolean>
  onClosed: () => void
}

/** Asks once more: what is sent cannot be taken back. */
export function SendDialog({ audience, chats, recipients, silent, isPending, onSend, onClosed }: SendDialogProps) {
  const dialog = useDialog(onClosed)
  const who = audience === 'advertisers' ? 'advertiser' : 'publisher'
  const send = async () => {
    if (await onSend()) dialog.close()
  }
  return (
    <Dialog title="Send this message?" size={440} dialog={dialog} busy={isPending} onCloseAsked={dialog.close}>
      <p className={classes.line}>
        It goes to <b>{countOf(chats, 'chat')}</b> of {countOf(recipients, who)}. It cannot be taken back.
      </p>
      {silent > 0 && (
        <p className={classes.dim}>
          {countOf(silent, who)} {silent === 1 ? 'has' : 'have'} no chat and {silent === 1 ? 'gets' : 'get'} nothing.
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={dialog.close} disabled={isPending} data-autofocus>
          Cancel
        </Button>
        <Button disabled={isPending} onClick={() => void send()}>
          {isPending ? 'Sending…' : `Send to ${countOf(chats, 'chat')}`}
        </Button>
      </div>
    </Dialog>
  )
}
