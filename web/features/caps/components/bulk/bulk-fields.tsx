import { Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import type { BulkTask, BulkValues } from './bulk-change.ts'
import classes from './bulk.module.css'

interface BulkFieldsProps {
  task: BulkTask
  values: BulkValues
  problem: { field: keyof BulkValues; message: string } | null
  onChange: (change: Partial<BulkValues>) => void
}

/** What is to become of all of them. */
export function BulkFields({ task, values, problem, onChange }: BulkFieldsProps) {
  const errorOf = (field: keyof BulkValues) => (problem?.field === field ? problem.message : null)
  const field = (name: 'hours' | 'cpa' | 'crg', label: string, placeholder: string, takeAway: string) => (
    <div className={classes.field}>
      <TextInput
        label={label}
        value={values[name] ?? ''}
        placeholder={values[name] === null ? 'None' : placeholder}
        disabled={values[name] === null}
        error={errorOf(name)}
        data-autofocus={name !== 'crg' || undefined}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
      <Checkbox
        size="xs"
        label={takeAway}
        checked={values[name] === null}
        onChange={(event) => onChange({ [name]: event.currentTarget.checked ? null : '' })}
      />
    </div>
  )
  switch (task) {
    case 'number':
      return (
        <div className={classes.fields}>
          <div className={classes.field}>
            <SegmentedControl
              aria-label="How the numbers change"
              value={values.how}
              data={[
                { value: 'add', label: 'Add' },
                { value: 'multiply', label: 'Multiply' },
              ]}
              onChange={(how) => onChange({ how: how === 'multiply' ? 'multiply' : 'add' })}
            />
            <TextInput
              label={values.how === 'add' ? 'Leads to add' : 'Factor'}
              placeholder={values.how === 'add' ? 'Such as 5, or -5' : 'Such as 1.2'}
              inputMode={values.how === 'add' ? 'text' : 'decimal'}
              value={values.amount}
              error={errorOf('amount')}
              data-autofocus
              onChange={(event) => onChange({ amount: event.currentTarget.value })}
            />
          </div>
        </div>
      )
    case 'hours':
      return (
        <div className={classes.fields}>
          {field('hours', 'Working hours', 'Such as 09:00-17:00, or 24/7', 'Take the hours away')}
        </div>
      )
    case 'price':
      return (
        <div className={classes.fields}>
          {field('cpa', 'CPA, $', 'Stays as it is', 'Take the CPA away')}
          {field('crg', 'CRG %', 'Stays as it is', 'Take the CRG away')}
        </div>
      )
    case 'date':
      return (
        <div className={classes.fields}>
          <TextInput
            type="date"
            label="Move to"
            value={values.date}
            error={errorOf('date')}
            data-autofocus
            onChange={(event) => onChange({ date: event.currentTarget.value })}
          />
        </div>
      )
    case 'delete':
      return null
  }
}
