import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { useToday } from '#web/lib/clock.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { usePay } from '../api.ts'
import type { StepDialogProps } from './step-props.ts'
import classes from './closing.module.css'
import { describeDue } from './money.ts'

/** When and by which payment a week was paid. */
export function PayDialog({ closing, zone, onClosed }: StepDialogProps) {
  const dialog = useDialog(onClosed)
  const pay = usePay(closing)
  const today = useToday(zone)
  const [paidOn, setPaidOn] = useState<string>(today)
  const [reference, setReference] = useState('')
  return (
    <Dialog title="Mark as paid" size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!pay.isPending) pay.mutate({ paidOn, reference }, { onSuccess: () => dialog.close() })
        }}
      >
        {pay.error && <ProblemBox message={messageOf(pay.error)} />}
        <p className={classes.about}>{describeDue(closing)} This cannot be taken back.</p>
        <TextInput
          label="Paid on"
          type="date"
          value={paidOn}
          onChange={(event) => setPaidOn(event.currentTarget.value)}
        />
        <TextInput
          label="Reference"
          placeholder="Bank transfer 4711"
          maxLength={200}
          autoComplete="off"
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          data-autofocus
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={dialog.close}>
            Cancel
          </Button>
          <Button type="submit" loading={pay.isPending}>
            Mark as paid
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
