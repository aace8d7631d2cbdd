import { Button, NumberInput, SegmentedControl, Textarea } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useAdjustDeposit } from '../api.ts'
import type { EditedDeposit } from './step-props.ts'
import classes from './closing.module.css'
import { formatMoney } from './money.ts'

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
  const dialog = useDialog(onClosed)
  const adjust = useAdjustDeposit(closingId)
  const [way, setWay] = useState('out')
  const [price, setPrice] = useState<number | string>(deposit.payout)
  const [reason, setReason] = useState('')
  const submit = () => {
    const { connector, id: depositId } = deposit
    const draft = { connector, depositId, price: way === 'out' ? null : Number(price), reason }
    adjust.mutate(draft, { onSuccess: () => dialog.close() })
  }
  return (
    <Dialog title={`Deposit ${deposit.id}`} size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!adjust.isPending) submit()
        }}
      >
        {adjust.error && <ProblemBox message={messageOf(adjust.error)} />}
        <p className={classes.about}>
          {deposit.email ?? 'no e-mail'} counts {formatMoney(deposit.payout)}. Where a guarantee tops the deal up, less
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
        <Textarea
          label="Reason"
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={dialog.close}>
            Cancel
          </Button>
          <Button type="submit" loading={adjust.isPending}>
            Adjust the deposit
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
