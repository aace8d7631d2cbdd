import { Button } from '@mantine/core'
import { useState } from 'react'
import { texts } from '#contract/texts.ts'
import type { BrokerCap } from '#domain/caps/cap.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useDeleteCap } from '../api.ts'
import classes from './delete-cap.module.css'

interface DeleteCapProps {
  cap: BrokerCap
  onClosed: () => void
  /** Called once the dialog is gone, as what had the focus before is gone too. */
  onDeleted: () => void
}

export function DeleteCap({ cap, onClosed, onDeleted }: DeleteCapProps) {
  const [deleted, setDeleted] = useState(false)
  const dialog = useDialog(() => {
    onClosed()
    if (deleted) onDeleted()
  })
  const remove = useDeleteCap()

  const confirm = () =>
    remove.mutate(cap, {
      onSuccess: () => {
        setDeleted(true)
        toastSuccess(texts.caps.deleted)
        dialog.close()
      },
      onError: (error) => toastError(messageOf(error)),
    })

  return (
    <Dialog title="Delete cap" size={420} dialog={dialog} returnFocus={!deleted} onCloseAsked={dialog.close}>
      <p className={classes.question}>{texts.caps.confirmDelete(cap.geo, cap.sourceNumber)}</p>
      <p className={classes.details}>
        {cap.advertiserName ?? cap.advertiserId} · {formatDay(cap.date)} · {formatCount(cap.actualCount)} of{' '}
        {formatCount(cap.cap)} delivered
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={dialog.close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={confirm} disabled={remove.isPending}>
          {remove.isPending ? 'Deleting…' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  )
}
