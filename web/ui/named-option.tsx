import type { AutocompleteProps } from '@mantine/core'
import classes from './named-option.module.css'

/** A suggestion of something that is known by an id and has a name. */
export function NamedOption({ id, name }: { id: string; name: string }) {
  return (
    <span className={classes.root}>
      <span>{name}</span>
      <span className={classes.id}>{id}</span>
    </span>
  )
}

/** Filters by ids and names. After a choice, all options are shown: an id filters nothing. */
export function filterByName(names: ReadonlyMap<string, string>): NonNullable<AutocompleteProps['filter']> {
  return ({ options, search, limit }) => {
    const wanted = readSearch(search)
    const all = options.flatMap((option) => ('group' in option ? [] : [option]))
    if (names.has(search.trim())) return all.slice(0, limit)
    const fits = (id: string) => `${names.get(id) ?? ''} ${id}`.toLowerCase().includes(wanted)
    return all.filter(({ value }) => fits(value)).slice(0, limit)
  }
}

/** The search text; people write a source as shown: `#44`. */
export function readSearch(typed: string): string {
  return typed.trim().replace(/^#/, '').toLowerCase()
}
