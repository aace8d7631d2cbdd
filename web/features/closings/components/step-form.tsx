import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './closing.module.css'

interface StepFormProps {
  title: string
  /** What its button says. */
  label: string
  act: { error: Error | null; isPending: boolean }
  /** Makes the step; `done` closes the dialog. */
  onSubmit: (done: { onSuccess: () => void }) => void
  onClosed: () => void
  children: ReactNode
}

/** A dialog that makes one step of a closed week. Where no field asks for the focus, its button has it. */
export function StepForm({ title, label, act, onSubmit, onClosed, children }: StepFormProps) {
  const dialog = useDialog(onClosed)
  return (
    <Dialog title={title} size={440} dialog={dialog} busy={act.isPending} onCloseAsked={dialog.close}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.isPending) onSubmit({ onSuccess: () => dialog.close() })
        }}
      >
        {act.error && <ProblemBox message={messageOf(act.error)} />}
        {children}
        <div className={classes.foot}>
          <Button variant="default" onClick={dialog.close} disabled={act.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={act.isPending} data-autofocus>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
