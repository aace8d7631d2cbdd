import { NumberInput, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { formatExact } from '#web/lib/dollars.ts'
import { useAdjustDeposit } from '../api.ts'
import classes from './closing.module.css'
import { ReasonField } from './reason-field.tsx'
import { StepForm } from './step-form.tsx'
import type { EditedDeposit } from './step-props.ts'

interface DepositDialogProps {
  closingId: string
  deposit: EditedDeposit
  onClosed: () => void
}

const WAYS = [
  { value: 'out', label: 'Leave it out' },
  { value: 'price', label: 'Price it' },
]

/** Leaves a deposit of a frozen week out, or gives it a price, with the reason. */
export function DepositDialog({ closingId, deposit, onClosed }: DepositDialogProps) {
  const adjust = useAdjustDeposit(closingId)
  const [way, setWay] = useState('out')
  const [price, setPrice] = useState<number | string>(deposit.payout)
  const [reason, setReason] = useState('')
  const { connector, id: depositId } = deposit
  const draft = { connector, depositId, price: way === 'out' ? null : Number(price), reason }
  return (
    <StepForm
      title={`Deposit ${depositId}`}
      label="Adjust the deposit"
      act={adjust}
      onSubmit={(done) => adjust.mutate(draft, done)}
      onClosed={onClosed}
    >
      <p className={classes.about}>
        {deposit.email ?? 'no e-mail'} counts {formatExact(deposit.payout)}. Where a guarantee tops the deal up, less
        for a conversion is more for the guarantee.
      </p>
      <SegmentedControl aria-label="What to do" data={WAYS} value={way} onChange={setWay} />
      {way === 'price' && (
        <NumberInput
          label="Price, $"
          decimalScale={2}
          allowNegative={false}
          thousandSeparator=","
          hideControls
          value={price}
          onChange={setPrice}
        />
      )}
      <ReasonField value={reason} onChange={setReason} isFirst />
    </StepForm>
  )
}
