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

/** Names by id. */
type Names = ReadonlyMap<string, string>

/** Filters by ids and names. A whole id, such as one that was picked, comes first, and all others follow it. */
export function filterByName(names: Names): NonNullable<AutocompleteProps['filter']> {
  return ({ options, search, limit }) => {
    const all = options.flatMap((option) => ('group' in option ? [] : [option]))
    const id = search.trim()
    if (names.has(id)) {
      return [...all.filter(({ value }) => value === id), ...all.filter(({ value }) => value !== id)].slice(0, limit)
    }
    return all.filter(({ value }) => fits(value, names, readSearch(search))).slice(0, limit)
  }
}

function fits(id: string, names: Names, wanted: string): boolean {
  return `${names.get(id) ?? ''} ${id}`.toLowerCase().includes(wanted)
}

/** The id that a text means: whoever types a name to its end means the one who is called that. */
export function readNamed(typed: string, names: Names): string {
  if (names.has(typed.trim())) return typed
  const called = [...names].filter(([, name]) => name !== '' && readSearch(name) === readSearch(typed))
  return (called.length === 1 && called[0]?.[0]) || typed
}

/** The id of the only one that a text finds, if by its name: a part of an id may be the whole of another one. */
export function findByPart(typed: string, names: Names): string | undefined {
  const wanted = readSearch(typed)
  if (names.has(typed.trim()) || !/\p{L}/u.test(wanted)) return undefined
  const found = [...names].filter(([id]) => fits(id, names, wanted))
  return found.length === 1 && found[0]?.[1].toLowerCase().includes(wanted) ? found[0][0] : undefined
}

/** The search text; people write a source as shown: `#44`. */
export function readSearch(typed: string): string {
  return typed.trim().replace(/^#/, '').toLowerCase()
}
