import { Button } from '@mantine/core'
import { useState } from 'react'
import { capTexts } from '#contract/texts/caps.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import page from '#web/ui/page.module.css'
import question from '#web/ui/confirm-dialog.module.css'
import { standingCapOf } from '../../api.ts'
import { rowProblemsOf, toastCommitted, useCommitCaps } from '../../commits.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import { Differences } from '../history/differences.tsx'
import classes from './delete-cap.module.css'

interface DeleteCapProps {
  kind: CapKind
  cap: Cap
  onClosed: () => void
  /** Called once the dialog is gone, because the previously focused element is gone too. */
  onDeleted: () => void
}

export function DeleteCap({ kind, cap, onClosed, onDeleted }: DeleteCapProps) {
  const words = KIND_WORDS[kind]
  const [gone, setGone] = useState(false)
  /** The current cap, if somebody changed it after it was drawn. */
  const [standing, setStanding] = useState<Cap | null>(null)
  const close = () => {
    onClosed()
    if (gone) onDeleted()
  }
  const dialog = useDialog(close, { returnsFocus: !gone })
  const commit = useCommitCaps(kind, { asksAgain: true })
  const target = standing ?? cap

  const confirm = () => {
    const remove = [{ id: target._id, version: target.version }]
    commit.mutate(
      {
        action: 'delete',
        create: [],
        update: [],
        remove,
        days: [cap.date, target.date],
      },
      {
        onSuccess: ({ batchId }) => {
          toastCommitted(kind, batchId, words.deleted)
          leave()
        },
        onError: showFailure,
      },
    )
  }

  const leave = () => {
    setGone(true)
    dialog.close()
  }

  const showFailure = (error: Error) => {
    const changed = standingCapOf(kind, error, 'remove.0')
    const [problem] = rowProblemsOf(error)
    if (changed) return setStanding(changed)
    toastError(problem?.message ?? messageOf(error))
    // Any other problem of the row means that the cap no longer exists.
    if (problem) leave()
  }

  return (
    <Dialog title={words.deleteTitle} size={420} dialog={dialog} busy={commit.isPending} onCloseAsked={dialog.close}>
      <p className={question.question}>{words.confirmDelete(cap.geo, cap.sourceNumber)}</p>
      <p className={question.details}>
        {target.advertiserName ?? target.advertiserId ?? `#${target.sourceNumber}`} · {formatDay(target.date)} ·{' '}
        {formatCount(target.actualCount)} of {formatCount(target.cap)} delivered
      </p>
      {standing && (
        <div className={classes.changed} role="alert">
          <p className={classes.sentence}>{capTexts.changedMeanwhile}</p>
          <Differences before={cap} after={standing} />
        </div>
      )}
      <div className={`${page.foot} ${question.foot}`}>
        <Button variant="default" onClick={dialog.close} disabled={commit.isPending} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={confirm} disabled={commit.isPending}>
          {commit.isPending ? 'Deleting…' : standing ? 'Delete anyway' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  )
}
