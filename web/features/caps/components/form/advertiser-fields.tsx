import { Autocomplete, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Advertiser } from '#contract/advertisers.ts'
import { filterByName, NamedOption } from '#web/ui/named-option.tsx'
import classes from './cap-form.module.css'
import { labelOf, type CapFormValues } from './form-values.ts'

interface AdvertiserFieldsProps {
  form: UseFormReturnType<CapFormValues>
  advertisers: readonly Advertiser[]
}

/** Who buys: suggestions by id and by name, and free text, since a cap may keep an advertiser that is gone. */
export function AdvertiserFields({ form, advertisers }: AdvertiserFieldsProps) {
  const names = new Map(advertisers.map(({ advertiserId, name }) => [advertiserId, name]))

  const change = (next: string) => {
    const { advertiserId, advertiserName } = form.values
    // A name that came from the list goes with its advertiser; one that somebody typed stays.
    const typed = advertiserName !== '' && advertiserName !== names.get(advertiserId)
    form.setFieldValue('advertiserId', next)
    if (!typed) form.setFieldValue('advertiserName', names.get(next.trim()) ?? '')
  }

  return (
    <>
      <Autocomplete
        {...form.getInputProps('advertiserId')}
        className={classes.wideOnPhone}
        label={labelOf('broker', 'advertiserId')}
        withAsterisk
        autoComplete="off"
        placeholder="Search by name or ID"
        data={advertisers.map(({ advertiserId }) => advertiserId)}
        filter={filterByName(names)}
        limit={50}
        maxDropdownHeight={264}
        // Within the dialog, which is the landmark that it belongs to.
        comboboxProps={{ shadow: 'md', withinPortal: false }}
        renderOption={({ option }) => <NamedOption id={option.value} name={names.get(option.value) ?? ''} />}
        onChange={change}
      />
      <TextInput
        {...form.getInputProps('advertiserName')}
        className={classes.wideOnPhone}
        label="Advertiser name (optional)"
        autoComplete="off"
        placeholder={names.get(form.values.advertiserId.trim()) ?? ''}
      />
    </>
  )
}
