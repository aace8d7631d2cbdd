import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import { foldAdvertiserId, indexFolded } from '#domain/kernel/identity.ts'
import { NamedField } from '#web/ui/named-field.tsx'
import classes from './cap-form.module.css'
import { labelOf, type CapFormValues } from './form-values.ts'

interface AdvertiserFieldsProps {
  form: UseFormReturnType<CapFormValues>
  advertisers: readonly Advertiser[]
  busy: boolean
}

/** The advertiser, with suggestions by id and by name, and free text, because a cap may keep a deleted advertiser. */
export function AdvertiserFields({ form, advertisers, busy }: AdvertiserFieldsProps) {
  const names = new Map(advertisers.map(({ advertiserId, name }) => [advertiserId, name]))
  const findName = indexFolded(names, foldAdvertiserId)

  const [typedName, setTypedName] = useState('')

  // The advertiser at the opening of the form may keep a name that is no longer in the list.
  const nameOf = (id: string) => {
    const opened = form.getInitialValues()
    return (id === opened.advertiserId && opened.advertiserName) || (findName(id) ?? '')
  }

  const change = (next: string) => {
    const { advertiserId, advertiserName } = form.values
    // A filled-in name goes with its advertiser; a typed name stays.
    const isTyped = typedName !== '' && advertiserName === typedName && advertiserName !== findName(advertiserId)
    form.setFieldValue('advertiserId', next)
    if (!isTyped) form.setFieldValue('advertiserName', nameOf(next.trim()))
  }

  const changeName = (next: string) => {
    setTypedName(next)
    form.setFieldValue('advertiserName', next)
  }

  return (
    <>
      <NamedField
        {...form.getInputProps('advertiserId')}
        readOnly={busy}
        className={classes.wideOnPhone}
        label={labelOf('broker', 'advertiserId')}
        withAsterisk
        names={names}
        value={form.values.advertiserId}
        onChange={change}
      />
      <TextInput
        {...form.getInputProps('advertiserName')}
        readOnly={busy}
        className={classes.wideOnPhone}
        label="Advertiser name (optional)"
        placeholder={findName(form.values.advertiserId.trim()) ?? ''}
        onChange={(event) => changeName(event.currentTarget.value)}
      />
    </>
  )
}
