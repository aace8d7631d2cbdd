import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import { CAP_DRAFTS } from '#contract/caps.ts'
import { checkInput, type FieldError } from '#contract/check.ts'
import { ApiError } from '#contract/client.ts'
import { capTexts } from '#contract/texts/caps.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatDay } from '#web/lib/format.ts'
import { untilSignedOut } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogFoot, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { fieldErrorsOf, showProblems } from '#web/ui/show-problems.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { standingCapOf, useSaveCap, type SavedCap } from '../../api.ts'
import { toastCommitted } from '../../commits.ts'
import { KIND_WORDS } from '../cap-kinds.ts'
import { CapFields } from './cap-fields.tsx'
import page from '#web/ui/page.module.css'
import classes from './cap-form.module.css'
import { isField, newValues, toDraft, valuesLike, valuesOf, type CapFormValues } from './form-values.ts'
import { DeletedCap, StandingCap } from './standing-cap.tsx'

interface CapFormProps {
  kind: CapKind
  /** The cap that is changed; null for a new one. */
  cap: Cap | null
  /** For a new cap, the cap whose fields it starts with. */
  like?: Cap | undefined
  day: Day
  today: Day
  advertisers: readonly Advertiser[]
  signature: string
  onClosed: () => void
  /** Told the day on which a cap like another one was saved. */
  onCopied?: (day: Day) => void
  /** Called once the form is gone, if the cap has left its day, and what opened the form with it. */
  onMoved?: () => void
}

/** Another cap, or another state of this one, that a save met. */
interface Conflict {
  message: string
  standing: Cap
}

/** By session: whoever signs in next in this tab has saved none of them. */
const lastSaved = new WeakMap<AbortSignal, Partial<Record<CapKind, CapFormValues>>>()

export function CapForm({ kind, cap, like, day, today, advertisers, signature, ...told }: CapFormProps) {
  const { onClosed, onCopied, onMoved } = told
  const words = KIND_WORDS[kind]
  const [hasMoved, setHasMoved] = useState(false)
  const close = () => {
    onClosed()
    if (hasMoved) onMoved?.()
  }
  const dialog = useDialog(close, { returnsFocus: !hasMoved })
  const save = useSaveCap()
  const formElement = useRef<HTMLFormElement>(null)
  const [target, setTarget] = useState(cap)
  /** The cap that the form changed is there no more: saving again adds what was typed. */
  const [isDeleted, setDeleted] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const form = useForm<CapFormValues>({
    initialValues: cap
      ? valuesOf(cap)
      : like
        ? valuesLike(like, day)
        : newValues(day, lastSaved.get(untilSignedOut())?.[kind] ?? null),
    clearInputErrorOnChange: true,
  })

  const discard = useDiscard(form.isDirty(), dialog.close)

  const showErrors = (message: string, errors: readonly FieldError[]) => {
    showProblems(formElement.current, message, () => form.setErrors(toEntries(errors, words.fillIn)))
  }

  const submit = () => {
    const draft = toDraft(kind, form.values, target)
    const checked = checkInput(CAP_DRAFTS[kind], draft)
    if (!checked.ok) return showErrors(checked.problem.message, checked.problem.errors)
    setConflict(null)
    const days = new Set([checked.value.date, ...(cap ? [cap.date] : []), ...(target ? [target.date] : [])])
    save.mutate({ kind, draft, id: target?._id ?? null, days: [...days] }, { onSuccess: finish, onError: showFailure })
  }

  const finish = ({ batchId, date }: SavedCap) => {
    const done = target ? words.updated : words.saved
    toastCommitted(kind, batchId, date === day && !like ? done : capTexts.standsOn(done, formatDay(date)))
    if (like) onCopied?.(date)
    if (cap && (isDeleted || date !== cap.date)) setHasMoved(true)
    leave()
  }

  const leave = () => {
    const session = untilSignedOut()
    lastSaved.set(session, { ...lastSaved.get(session), [kind]: form.values })
    dialog.close()
  }

  const showFailure = (error: Error) => {
    if (target && error instanceof ApiError && error.status === 404) {
      setDeleted(true)
      return setTarget(null)
    }
    const standing = standingCapOf(kind, error)
    if (!standing) return showErrors(messageOf(error), fieldErrorsOf(error))
    // The answer was lost, or somebody else saved the same values.
    if (target?._id === standing._id && isSaved(form.values, standing)) {
      toastSuccess(words.updated)
      return leave()
    }
    setConflict({ message: messageOf(error), standing })
    // The current values were shown, so saving again may replace them while they stay so.
    if (target?._id === standing._id) setTarget(standing)
  }

  const isSaved = (typed: CapFormValues, standing: Cap) => {
    const [wanted, there] = [typed, valuesOf(standing)].map((values) =>
      checkInput(CAP_DRAFTS[kind], toDraft(kind, values, null)),
    )
    return JSON.stringify(wanted) === JSON.stringify(there)
  }

  const editStanding = (standing: Cap) => {
    const { createdBy, advertiserName } = valuesOf(standing)
    form.setValues((typed) => ({
      createdBy: typed.createdBy || createdBy,
      advertiserName: typed.advertiserName || advertiserName,
    }))
    setDeleted(false)
    setTarget(standing)
  }

  return (
    <Dialog
      title={target ? words.editTitle : words.addTitle}
      size={560}
      dialog={dialog}
      busy={save.isPending}
      onCloseAsked={discard.askToClose}
    >
      <Form ref={formElement} className={classes.form} noValidate onSubmit={() => !save.isPending && submit()}>
        {isDeleted && !conflict && <DeletedCap />}
        {conflict && (
          <StandingCap
            kind={kind}
            message={conflict.message}
            standing={conflict.standing}
            typed={form.values}
            isTarget={target?._id === conflict.standing._id}
            onTake={(fields) => form.setValues(fields)}
            onEditInstead={target === null ? () => editStanding(conflict.standing) : undefined}
          />
        )}
        <CapFields
          kind={kind}
          form={form}
          focusOn={cap ? 'cap' : 'geo'}
          day={parseDay(form.values.date)}
          today={today}
          advertisers={advertisers}
          signature={target?.createdBy ?? signature}
          busy={save.isPending}
        />
        <DialogFoot discard={discard} className={`${page.staying} ${classes.foot}`}>
          <Button variant="default" onClick={discard.askToClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving…' : target ? 'Save changes' : words.addLabel}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** A form full of the same sentence says nothing: the toast has the sentence, the fields say which. */
function toEntries(errors: readonly FieldError[], sentence: string): Record<string, string> {
  return Object.fromEntries(
    errors
      .filter(({ path }) => isField(path))
      .map(({ path, message }) => [path, message === sentence ? 'Please fill in' : message]),
  )
}
