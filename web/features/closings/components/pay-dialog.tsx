import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDayRange } from '#domain/messages/day-name.ts'
import { useToday } from '#web/lib/clock.ts'
import { usePay } from '../api.ts'
import classes from './closing.module.css'
import { describeDue } from './describe-due.ts'
import { StepForm } from './step-form.tsx'
import type { StepDialogProps } from './step-props.ts'

/** When and by which payment a week was paid. */
export function PayDialog({ closing, zone, onClosed }: StepDialogProps) {
  const pay = usePay(closing)
  const today = useToday(zone)
  const [paidOn, setPaidOn] = useState<string>(today)
  const [reference, setReference] = useState('')
  return (
    <StepForm
      title={`Mark ${formatDayRange(closing)} as paid`}
      label="Mark as paid"
      act={pay}
      onSubmit={(done) => pay.mutate({ paidOn, reference }, done)}
      onClosed={onClosed}
    >
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
    </StepForm>
  )
}
