import { NumberInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
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
  return (
    <StepForm
      title="Adjust what an affiliate gets"
      label="Add adjustment"
      act={adjust}
      onSubmit={(done) => adjust.mutate({ affiliateId, amount: Number(amount), reason }, done)}
      onClosed={onClosed}
    >
      <TextInput
        label="Affiliate"
        placeholder="44"
        leftSection="#"
        list="closing-affiliates"
        autoComplete="off"
        value={affiliateId}
        onChange={(event) => setAffiliateId(event.currentTarget.value)}
        data-autofocus
      />
      <datalist id="closing-affiliates">
        {closing.lines.map((line) => (
          <option key={line.affiliateId} value={line.affiliateId}>
            {line.affiliateName ?? ''}
          </option>
        ))}
      </datalist>
      <NumberInput
        label="Amount, $"
        description="Less than 0 takes something away."
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
