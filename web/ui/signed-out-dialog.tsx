import { Button } from '@mantine/core'
import { dropUnsaved } from '#web/lib/session.ts'
import { useLeftToSave } from '#web/lib/unsaved.ts'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import page from './page.module.css'
import { useDialog } from './use-dialog.ts'

const LEFT = {
  unsaved: 'What you changed here is not saved yet. Sign in in another tab, then save it here.',
  saving: 'A change is still being saved. Sign in in another tab, then go on here.',
  nothing: 'Nothing here is left to save. Sign in in another tab, then go on here.',
}

/** Keeps what is not saved while its member signs in again in another tab, which closes it. */
export function SignedOutDialog() {
  const dialog = useDialog(dropUnsaved)
  const left = useLeftToSave()
  return (
    <Dialog title="You are signed out" size={440} dialog={dialog} onCloseAsked={null}>
      <p className={classes.question}>Your session has ended. {LEFT[left]}</p>
      <div className={`${page.foot} ${classes.foot}`}>
        <Button variant="default" onClick={dialog.close}>
          {left === 'unsaved' ? 'Discard' : 'Leave'}
        </Button>
        <Button component="a" href="/login" target="_blank" data-autofocus>
          Sign in
        </Button>
      </div>
    </Dialog>
  )
}
