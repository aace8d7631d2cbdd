import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { filterByName, findByPart, NamedOption, readNamed } from './named-option.tsx'

interface NamedFieldProps extends AutocompleteProps {
  /** By id. */
  names: ReadonlyMap<string, string>
  value: string
  onChange: (id: string) => void
}

/** A field of a dialog for an id that is found by its name too; an id that has none is typed. */
export function NamedField({ names, value, onChange, onBlur, ...field }: NamedFieldProps) {
  return (
    <Autocomplete
      placeholder="Search by name or ID"
      data={[...names.keys()]}
      filter={filterByName(names)}
      limit={50}
      maxDropdownHeight={264}
      // Within the dialog, which is the landmark that it belongs to.
      comboboxProps={{ shadow: 'md', withinPortal: false }}
      renderOption={({ option }) => <NamedOption id={option.value} name={names.get(option.value) ?? ''} />}
      // Enter takes it.
      selectFirstOptionOnChange={findByPart(value, names) !== undefined}
      {...field}
      value={value}
      onChange={onChange}
      onBlur={(event) => {
        const id = readNamed(value, names)
        if (id !== value) onChange(id)
        onBlur?.(event)
      }}
    />
  )
}
