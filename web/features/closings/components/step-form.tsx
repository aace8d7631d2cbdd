import { Button, type TextareaProps } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Checked, FieldError } from '#contract/check.ts'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { fieldErrorsOf } from '#web/ui/show-problems.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './closing.module.css'
import type { Zone } from '#domain/kernel/zone.ts'
import { DialogFoot, saveByKey, useDiscard } from '#web/ui/discard-question.tsx'
import { Form } from '#web/ui/form.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import type { SeenClosing } from '../api.ts'

/** The fields of a step, each under the name that the contract gives it, and what they would be refused for. */
interface StepFields {
  values: object
  isDirty: () => boolean
  setErrors: (errors: Record<string, string>) => void
  check: () => Checked<unknown>
}

interface StepFormProps {
  title: string
  /** What its button says. */
  label: string
  isPending: boolean
  /** Whether the week has come to where this step cannot be made any more. */
  isOver?: boolean
  /** Null where there is nothing to fill in. */
  fields: StepFields | null
  /** Makes the step; it is told how that went. */
  onSubmit: (told: { onSuccess: () => void; onError: (error: Error) => void }) => void
  onClosed: () => void
  children: ReactNode
}

/** A dialog that makes one step of a closed week. Where no field asks for the focus it is a question, whose Cancel has it. */
export function StepForm(props: StepFormProps) {
  const { title, label, isPending, isOver = false, fields, onSubmit, onClosed, children } = props
  const dialog = useDialog(onClosed)
  const isDirty = fields?.isDirty() ?? false
  const discard = useDiscard(isDirty, dialog.close)
  const element = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const showErrors = (message: string, errors: readonly FieldError[]) => {
    const own = errors.filter(({ path }) => fields !== null && Object.hasOwn(fields.values, path))
    setProblem(own.length === 0 ? message : null)
    flushSync(() => fields?.setErrors(Object.fromEntries(own.map((error) => [error.path, error.message]))))
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const submit = () => {
    if (isPending || isOver) return
    const checked = fields?.check()
    if (checked?.ok === false) return showErrors(checked.problem.message, checked.problem.errors)
    setProblem(null)
    onSubmit({
      onSuccess: dialog.close,
      onError: (error) => showErrors(messageOf(error), fieldErrorsOf(error)),
    })
  }

  return (
    <Dialog title={title} size={440} dialog={dialog} busy={isPending} onCloseAsked={discard.askToClose}>
      <Form
        ref={element}
        className={classes.form}
        noValidate
        onSubmit={submit}
        onKeyDown={fields ? (event) => saveByKey(event, discard, submit) : undefined}
      >
        {problem !== null && <ProblemBox message={problem} />}
        {children}
        <DialogFoot className={classes.foot} discard={discard}>
          <Button variant="default" onClick={discard.askToClose} disabled={isPending} data-autofocus>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={isOver}
            aria-keyshortcuts={fields ? 'Control+Enter Meta+Enter' : undefined}
          >
            {label}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Of every dialog of a closed week: the week as it stood when the dialog opened. */
export interface StepDialogProps extends SeenClosing {
  zone: Zone
  onClosed: () => void
}

interface ReasonFieldProps extends Pick<TextareaProps, 'value' | 'error' | 'onChange' | 'onFocus' | 'onBlur'> {
  /** Whether the dialog begins here. */
  isFirst?: boolean
}

/** Why something is adjusted. */
export function ReasonField({ isFirst = false, ...field }: ReasonFieldProps) {
  return <LongText {...field} label="Reason" rows={2} maxLength={500} data-autofocus={isFirst || undefined} />
}
