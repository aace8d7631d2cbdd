import { Autocomplete, NumberInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { formatDayRange } from '#domain/messages/day-name.ts'
import { filterByName } from '#web/ui/named-option.tsx'
import { useAdjust } from '../api.ts'
import { ReasonField } from './reason-field.tsx'
import { StepForm } from './step-form.tsx'
import type { StepDialogProps } from './step-props.ts'

/** An amount for an affiliate, with its reason. */
export function AdjustDialog({ closing, onClosed }: StepDialogProps) {
  const adjust = useAdjust(closing.id)
  const [affiliateId, setAffiliateId] = useState('')
  const [amount, setAmount] = useState<number | string>('')
  const [reason, setReason] = useState('')
  const names = new Map(
    closing.lines.flatMap(({ affiliateId: id, affiliateName }) => (id === '' ? [] : [[id, affiliateName ?? '']])),
  )
  return (
    <StepForm
      title={`Adjust ${formatDayRange(closing)}`}
      label="Add adjustment"
      act={adjust}
      onSubmit={(done) => adjust.mutate({ affiliateId, amount: Number(amount), reason }, done)}
      onClosed={onClosed}
    >
      <Autocomplete
        label="Affiliate"
        placeholder="Search by name or source"
        leftSection="#"
        autoComplete="off"
        data={[...names.keys()]}
        filter={filterByName(names)}
        limit={50}
        // Within the dialog, which is the landmark that it belongs to.
        comboboxProps={{ shadow: 'md', withinPortal: false }}
        // The dialog begins here: its other fields are to be seen first.
        openOnFocus={false}
        renderOption={({ option }) => `#${option.value} ${names.get(option.value) ?? ''}`}
        value={affiliateId}
        onChange={setAffiliateId}
        data-autofocus
      />
      <NumberInput
        label="Amount, $"
        description="A minus sign deducts, such as -50."
        decimalScale={2}
        thousandSeparator=","
        hideControls
        value={amount}
        onChange={setAmount}
      />
      <ReasonField value={reason} onChange={setReason} />
    </StepForm>
  )
}
