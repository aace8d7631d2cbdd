import { Autocomplete, TextInput, type AutocompleteProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Advertiser } from '#contract/advertisers.ts'
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
        filter={filterBy(names)}
        limit={50}
        maxDropdownHeight={264}
        // Within the dialog, which is the landmark that it belongs to.
        comboboxProps={{ shadow: 'md', withinPortal: false }}
        renderOption={({ option }) => <Suggestion id={option.value} name={names.get(option.value) ?? ''} />}
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

function Suggestion({ id, name }: { id: string; name: string }) {
  return (
    <span className={classes.suggestion}>
      <span>{name}</span>
      <span className={classes.suggestionId}>{id}</span>
    </span>
  )
}

/** Whoever has chosen one wants to see the others too: a full match filters nothing. */
function filterBy(names: ReadonlyMap<string, string>): NonNullable<AutocompleteProps['filter']> {
  return ({ options, search, limit }) => {
    const wanted = search.trim().toLowerCase()
    const all = options.flatMap((option) => ('group' in option ? [] : [option]))
    if (names.has(search.trim())) return all.slice(0, limit)
    const fits = (id: string) => `${names.get(id) ?? ''} ${id}`.toLowerCase().includes(wanted)
    return all.filter((option) => fits(option.value)).slice(0, limit)
  }
}
