import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { use } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { formatDayTitle } from '#web/lib/format.ts'
import { foldTyped, toUpperCase } from '#web/ui/form.tsx'
import { DayField } from '#web/ui/day-field.tsx'
import { NamedField } from '#web/ui/named-field.tsx'
import { SourceNames } from '../source-names.tsx'
import { AdvertiserFields } from './advertiser-fields.tsx'
import classes from './cap-form.module.css'
import { labelOf, type CapFormValues } from './form-values.ts'

interface CapFieldsProps {
  kind: CapKind
  form: UseFormReturnType<CapFormValues>
  focusOn: 'geo' | 'cap'
  /** The day that is typed, null while it is none. */
  day: Day | null
  today: Day
  advertisers: readonly Advertiser[]
  signature: string
  /** Whether it is being saved: what is typed then would be lost. */
  busy: boolean
}

export function CapFields({ kind, form, focusOn, day, today, advertisers, signature, busy }: CapFieldsProps) {
  const fieldOf = (name: keyof CapFormValues) => ({ ...form.getInputProps(name), readOnly: busy })
  return (
    <div className={classes.fields}>
      <DayField
        {...fieldOf('date')}
        className={classes.wideOnPhone}
        value={form.values.date}
        label={labelOf(kind, 'date')}
        withAsterisk
        description={day ? formatDayTitle(day, today) : 'A calendar day'}
      />
      <TextInput
        {...fieldOf('geo')}
        className={classes.wideOnPhone}
        onChange={(event) => form.setFieldValue('geo', foldTyped(event.currentTarget, toUpperCase))}
        label={labelOf(kind, 'geo')}
        withAsterisk
        description="Two letters, such as DE"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus={focusOn === 'geo' || undefined}
      />
      {kind === 'broker' && <AdvertiserFields form={form} advertisers={advertisers} busy={busy} />}
      <NamedField
        {...fieldOf('sourceNumber')}
        label={labelOf(kind, 'sourceNumber')}
        withAsterisk
        placeholder="Such as 44"
        names={use(SourceNames)}
        value={form.values.sourceNumber}
      />
      <TextInput
        {...fieldOf('cap')}
        inputMode="numeric"
        label={labelOf(kind, 'cap')}
        placeholder="0 if empty"
        data-autofocus={focusOn === 'cap' || undefined}
      />
      <TextInput
        {...fieldOf('workingHours')}
        className={classes.wide}
        label="Working hours (optional)"
        placeholder="Such as 09:00-17:00, or 24/7"
      />
      <TextInput {...fieldOf('cpa')} inputMode="decimal" label="CPA, $ (optional)" />
      <TextInput {...fieldOf('crg')} inputMode="decimal" label="CRG % (optional)" />
      <TextInput
        {...fieldOf('createdBy')}
        className={classes.wide}
        label="Created by (optional)"
        placeholder={`${signature} if empty`}
      />
    </div>
  )
}
