import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { writeDraft } from '#contract/cap-fields.ts'
import { capTexts } from '#contract/texts/caps.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { parseDay } from '#domain/kernel/day.ts'
import { countOf } from '#domain/sentences/written.ts'
import { rowProblemsOf, toastCommitted, useCommitCaps, type CapCommit } from '#web/features/caps/commits.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { isAnswered } from '#web/lib/use-once.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { Form } from '#web/ui/form.tsx'
import { planMove, type BulkRow, type BulkTask, BulkPreview } from './bulk-preview.tsx'
import classes from './bulk.module.css'

interface BulkDialogProps {
  kind: CapKind
  task: BulkTask
  /** The current caps. */
  caps: readonly Cap[]
  onLeaveOut: (ids: readonly string[]) => void
  /** Called when the dialog is gone; `done`: something was saved. */
  onClosed: (done: boolean) => void
}

const TITLES: Readonly<Record<BulkTask, string>> = {
  move: 'Move to another day',
  delete: 'Delete caps',
}

/** Moves or deletes many caps at once: previews each change, then saves all or none. */
export function BulkDialog({ kind, task, caps, onLeaveOut, onClosed }: BulkDialogProps) {
  const { noun, updated, deleted } = KIND_WORDS[kind]
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  // The caps of an attempt that got no answer: a repeat must send the very same, since the first may have been carried
  // out.
  const [tried, setTried] = useState<readonly Cap[] | null>(null)
  const [done, setDone] = useState(false)
  const commit = useCommitCaps(kind)
  const dialog = useDialog(() => onClosed(done), { returnsFocus: !done })
  // “Leave out” removes the rows, and its own button.
  const focusAfter = useFocusAfter<HTMLFormElement>()

  const date = parseDay(typed)
  const planned = tried ?? caps
  const rows = useMemo(() => planMove(planned, date).map((row) => withRefusal(row, refused)), [planned, date, refused])
  const impossible = rows.filter(({ problem }) => problem !== null)
  const changed = rows.filter(({ cap, after, problem }) => problem === null && (task === 'delete' || after !== cap))
  const isDirty = !done && typed !== ''
  const canSave = !done && changed.length > 0 && impossible.length === 0 && !commit.isPending

  const discard = useDiscard(isDirty, dialog.close)

  const save = () => {
    if (!canSave) return
    setTried(planned)
    commit.mutate(
      { ...editsOf(task, changed), days: daysOf(changed) },
      { onSuccess: ({ batchId }) => finish(batchId), onError: (error) => showFailure(error, changed) },
    )
  }

  const finish = (batchId: string) => {
    const one = task === 'delete' ? deleted : updated
    const many = `${countOf(changed.length, noun)} ${task === 'delete' ? 'deleted' : 'updated'}`
    const isOne = changed.length === 1
    const said = isOne ? one : many
    const where = isOne ? capTexts.standsOn : capTexts.standOn
    toastCommitted(kind, batchId, date === null ? said : where(said, formatDay(date)))
    setDone(true)
    dialog.close()
  }

  const showFailure = (error: Error, sent: readonly BulkRow[]) => {
    if (isAnswered(error)) setTried(null)
    const problems = rowProblemsOf(error).flatMap(({ index, message }): [string, string][] => {
      const row = sent[index]
      return row ? [[stateOf(row.cap), message]] : []
    })
    setRefused(new Map(problems))
    toastError(messageOf(error))
  }

  const leaveOut = (ids: readonly string[]) => {
    setTried((before) => before && before.filter(({ _id }) => !ids.includes(_id)))
    onLeaveOut(ids)
  }

  return (
    <Dialog title={TITLES[task]} size={640} dialog={dialog} busy={commit.isPending} onCloseAsked={discard.askToClose}>
      <Form {...focusAfter} noValidate onSubmit={save}>
        {task === 'move' && (
          <DayField
            className={classes.date}
            label="Move to"
            value={typed}
            error={typed !== '' && date === null && capTexts.date}
            data-autofocus
            onChange={(text) => {
              setTyped(text)
              setRefused(new Map())
            }}
          />
        )}
        {rows.length > 0 ? (
          <BulkPreview rows={rows} showsTerms={date === null} />
        ) : (
          <p className={classes.none}>None of these caps exists any more.</p>
        )}
        {impossible.length > 0 && (
          <div className={classes.impossible} role="alert">
            <span>
              {impossible.length === 1 ? 'One row cannot be saved' : `${impossible.length} rows cannot be saved`}, so
              nothing is saved.
            </span>
            <Button size="compact-sm" variant="default" onClick={() => leaveOut(impossible.map(({ cap }) => cap._id))}>
              Leave {impossible.length === 1 ? 'it' : 'them'} out
            </Button>
          </div>
        )}
        <DialogFoot discard={discard} className={classes.foot}>
          <Button
            variant="default"
            onClick={discard.askToClose}
            disabled={commit.isPending}
            data-autofocus={task === 'delete' || undefined}
          >
            Cancel
          </Button>
          <Button type="submit" disabled={!canSave} {...(task === 'delete' && { color: 'red' })}>
            {labelOf(task, commit.isPending, changed.length, noun)}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

function labelOf(task: BulkTask, busy: boolean, count: number, noun: string): string {
  if (task === 'delete') return busy ? 'Deleting…' : `Delete ${countOf(count, noun)}`
  if (busy) return 'Saving…'
  return count === 0 ? `Move ${noun}s` : `Move ${countOf(count, noun)}`
}

/** The version of a cap that the server answered about: its error holds only for that version. */
function stateOf({ _id, version }: Cap): string {
  return `${_id} ${version}`
}

function withRefusal(row: BulkRow, refused: ReadonlyMap<string, string>): BulkRow {
  const message = refused.get(stateOf(row.cap))
  return message === undefined ? row : { ...row, problem: message }
}

function editsOf(task: BulkTask, rows: readonly BulkRow[]): Pick<CapCommit, 'action' | 'create' | 'update' | 'remove'> {
  if (task === 'delete') {
    return {
      action: 'delete',
      create: [],
      update: [],
      remove: rows.map(({ cap }) => ({ id: cap._id, version: cap.version })),
    }
  }
  const update = rows.map(({ cap, after }) => ({ id: cap._id, draft: writeDraft(after) }))
  return { action: 'bulk', create: [], update, remove: [] }
}

function daysOf(rows: readonly BulkRow[]): CapCommit['days'] {
  return [...new Set(rows.flatMap(({ cap, after }) => [cap.date, after.date]))]
}
