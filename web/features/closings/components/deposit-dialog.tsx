import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { checkInput } from '#contract/check.ts'
import { closingCalls } from '#contract/closings.ts'
import type { ReportDeposit } from '#contract/payout-details.ts'
import { parseDollars } from '#domain/kernel/typed-number.ts'
import { formatExact } from '#web/lib/format.ts'
import { Segments } from '#web/ui/segments.tsx'
import { useAdjustDeposit } from '../api.ts'
import classes from './closing.module.css'
import { ReasonField, StepForm } from './step-form.tsx'

interface DepositDialogProps {
  closingId: string
  deposit: ReportDeposit
  onClosed: () => void
}

interface Values {
  way: (typeof WAYS)[number]['value']
  price: string
  reason: string
}

const WAYS = [
  { value: 'out', label: 'Leave it out' },
  { value: 'price', label: 'Price it' },
] as const

/** Leaves a deposit of a frozen week out, or gives it a price, with the reason. */
export function DepositDialog({ closingId, deposit, onClosed }: DepositDialogProps) {
  const adjust = useAdjustDeposit(closingId)
  const form = useForm<Values>({
    initialValues: { way: 'out', price: String(deposit.payout), reason: '' },
    clearInputErrorOnChange: true,
  })
  const { way, price, reason } = form.values
  const { connector, id: depositId } = deposit
  const draft = { connector, depositId, price: way === 'out' ? null : (parseDollars(price) ?? Number.NaN), reason }
  return (
    <StepForm
      title={`Deposit ${depositId}`}
      label="Adjust the deposit"
      isPending={adjust.isPending}
      fields={{ ...form, check: () => checkInput(closingCalls.adjustDeposit.body, draft) }}
      onSubmit={(told) => adjust.mutate(draft, told)}
      onClosed={onClosed}
    >
      <p className={classes.about}>
        {deposit.email ?? 'It'} counts {formatExact(deposit.payout)}. If the deal has a guarantee, a lower price for a
        conversion raises the guarantee top-up.
      </p>
      <Segments
        aria-label="What to do"
        data={WAYS}
        value={way}
        onChange={(chosen) => form.setFieldValue('way', chosen)}
      />
      {way === 'price' && <TextInput {...form.getInputProps('price')} label="Price, $" inputMode="decimal" />}
      <ReasonField {...form.getInputProps('reason')} isFirst />
    </StepForm>
  )
}
