import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useAdjust } from '../api.ts'
import type { StepDialogProps } from './step-props.ts'
import classes from './closing.module.css'

/** An amount for an affiliate, with its reason. */
export function AdjustDialog({ closing, onClosed }: StepDialogProps) {
  const dialog = useDialog(onClosed)
  const adjust = useAdjust(closing.id)
  const [affiliateId, setAffiliateId] = useState('')
  const [amount, setAmount] = useState<number | string>('')
  const [reason, setReason] = useState('')
  const submit = () =>
    adjust.mutate({ affiliateId, amount: Number(amount), reason }, { onSuccess: () => dialog.close() })
  return (
    <Dialog title="Adjust what an affiliate gets" size={440} dialog={dialog} onCloseAsked={dialog.close}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!adjust.isPending) submit()
        }}
      >
        {adjust.error && <ProblemBox message={messageOf(adjust.error)} />}
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
            Add adjustment
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
