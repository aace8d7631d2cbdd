import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import { useForm } from '@mantine/form'
import { checkInput } from '#contract/check.ts'
import { closingCalls } from '#contract/closings.ts'
import { parseDollars } from '#domain/kernel/typed-number.ts'
import { formatDayRange } from '#domain/sentences/written.ts'
import { NamedField } from '#web/ui/named-field.tsx'
import { readNamed } from '#web/ui/named-option.tsx'
import { useAdjust } from '../api.ts'
import { ReasonField, StepForm, type StepDialogProps } from './step-form.tsx'

interface Values {
  affiliateId: string
  amount: string
  reason: string
}

const BLANK: Values = { affiliateId: '', amount: '', reason: '' }

/** An amount for an affiliate, with its reason. */
export function AdjustDialog({ closing, onClosed }: StepDialogProps) {
  const adjust = useAdjust(closing.id)
  const form = useForm<Values>({ initialValues: BLANK, clearInputErrorOnChange: true })
  const names = new Map(
    closing.lines.flatMap(({ affiliateId: id, affiliateName }) => (id === '' ? [] : [[id, affiliateName ?? '']])),
  )
  const draft = {
    ...form.values,
    affiliateId: readNamed(form.values.affiliateId, names),
    amount: parseDollars(form.values.amount) ?? Number.NaN,
  }
  return (
    <StepForm
      title={`Adjust ${formatDayRange(closing)}`}
      label="Add adjustment"
      isPending={adjust.isPending}
      fields={{ ...form, check: () => checkInput(closingCalls.adjust.body, draft) }}
      onSubmit={(told) => adjust.mutate(draft, told)}
      onClosed={onClosed}
    >
      <NamedField
        {...form.getInputProps('affiliateId')}
        label="Affiliate"
        placeholder="Search by name or source"
        leftSection="#"
        names={names}
        value={form.values.affiliateId}
        // The dialog begins here: its other fields are to be seen first.
        openOnFocus={false}
        data-autofocus
      />
      <TextInput {...form.getInputProps('amount')} label="Amount, $" description="A minus sign deducts, such as -50." />
      <ReasonField {...form.getInputProps('reason')} />
    </StepForm>
  )
}
