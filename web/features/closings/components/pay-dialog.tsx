import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { checkInput } from '#contract/check.ts'
import { closingCalls } from '#contract/closings.ts'
import { formatDayRange } from '#domain/sentences/written.ts'
import { useToday } from '#web/lib/clock.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { usePay } from '../api.ts'
import classes from './closing.module.css'
import { describeDue, describeEnd } from './describe-due.ts'
import { StepForm, type StepDialogProps } from './step-form.tsx'

interface Values {
  paidOn: string
  reference: string
}

/** When and by which payment a week was paid. */
export function PayDialog({ zone, onClosed, ...seen }: StepDialogProps) {
  const pay = usePay(seen)
  const { closing } = seen
  const end = describeEnd(closing.state, { wanted: 'approved', error: pay.error })
  const today = useToday(zone)
  const form = useForm<Values>({
    initialValues: { paidOn: today, reference: '' },
    clearInputErrorOnChange: true,
  })
  const draft = { ...form.values, version: closing.version }
  return (
    <StepForm
      title={`Mark ${formatDayRange(closing)} as paid`}
      label="Mark as paid"
      isPending={pay.isPending}
      isOver={end !== null}
      fields={{ ...form, check: () => checkInput(closingCalls.pay.body, draft) }}
      onSubmit={(told) => pay.mutate(form.values, told)}
      onClosed={onClosed}
    >
      <p className={classes.about}>{end ?? `${describeDue(closing)} This cannot be undone.`}</p>
      <DayField {...form.getInputProps('paidOn')} value={form.values.paidOn} label="Paid on" />
      <TextInput
        {...form.getInputProps('reference')}
        label="Reference"
        placeholder="Bank transfer 4711"
        maxLength={200}
        data-autofocus
      />
    </StepForm>
  )
}
