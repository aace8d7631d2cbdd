import { Button } from '@mantine/core'
import { dropUnsaved } from '#web/lib/session.ts'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import page from './page.module.css'
import { useDialog } from './use-dialog.ts'

/** Keeps what is not saved while its member signs in again in another tab, which closes it. */
export function SignedOutDialog() {
  const dialog = useDialog(dropUnsaved)
  return (
    <Dialog title="You are signed out" size={440} dialog={dialog} onCloseAsked={null}>
      <p className={classes.question}>
        Your session has ended. What you changed here is not saved yet. Sign in in another tab, then save it here.
      </p>
      <div className={`${page.foot} ${classes.foot}`}>
        <Button variant="default" onClick={dialog.close}>
          Discard
        </Button>
        <Button component="a" href="/login" target="_blank" data-autofocus>
          Sign in
        </Button>
      </div>
    </Dialog>
  )
}
