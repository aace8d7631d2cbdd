import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CapKind } from '#domain/caps/cap.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useDeleteCap } from '../../api.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import classes from './delete-cap.module.css'

interface DeleteCapProps {
  kind: CapKind
  cap: ListedCap
  onClosed: () => void
  /** Called once the dialog is gone, as what had the focus before is gone too. */
  onDeleted: () => void
}

export function DeleteCap({ kind, cap, onClosed, onDeleted }: DeleteCapProps) {
  const words = KIND_WORDS[kind]
  const [deleted, setDeleted] = useState(false)
  const dialog = useDialog(() => {
    onClosed()
    if (deleted) onDeleted()
  })
  const remove = useDeleteCap(kind)

  const confirm = () =>
    remove.mutate(cap, {
      onSuccess: () => {
        setDeleted(true)
        toastSuccess(words.deleted)
        dialog.close()
      },
      onError: (error) => toastError(messageOf(error)),
    })

  return (
    <Dialog title={words.deleteTitle} size={420} dialog={dialog} returnFocus={!deleted} onCloseAsked={dialog.close}>
      <p className={classes.question}>{words.confirmDelete(cap.geo, cap.sourceNumber)}</p>
      <p className={classes.details}>
        {cap.advertiserName ?? cap.advertiserId ?? `#${cap.sourceNumber}`} · {formatDay(cap.date)} ·{' '}
        {formatCount(cap.actualCount)} of {formatCount(cap.cap)} delivered
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
