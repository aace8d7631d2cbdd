import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useState } from 'react'
import { filterByName, findByPart, NamedOption, readNamed } from './named-option.tsx'

interface NamedFieldProps extends AutocompleteProps {
  /** By id. */
  names: ReadonlyMap<string, string>
  value: string
  onChange: (id: string) => void
}

/** A field of a dialog for an id that is found by its name too; an id that has none is typed. */
export function NamedField({ names, value, onChange, onBlur, ...field }: NamedFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const settle = () => {
    const id = readNamed(value, names)
    if (id !== value) onChange(id)
    return id !== value
  }
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
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={(event) => {
        // A whole name that others begin with is taken too, before Enter saves the form.
        // An Enter that ends the writing of a character means that character.
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !settle()) return
        event.preventDefault()
        setOpen(false)
      }}
      onBlur={(event) => {
        settle()
        onBlur?.(event)
      }}
    />
  )
}
