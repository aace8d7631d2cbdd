import { sql, type RawBuilder } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
/**
 * A PostgreSQL array as text, for `$1::text[]` and `unnest`. The driver makes the same from an array, but looks at the
 * type of each element first, which costs more than all the rest of storing a page.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  let literal = '{'
  for (const [index, value] of values.entries()) {
    if (index > 0) literal += ','
    if (value === null) literal += 'NULL'
    else if (typeof value === 'number') literal += value
    else literal += quoteElement(value)
  }
  return `${literal}}`
}

/**
 * What a column is compared with to be one of a long list, of type `text[]`. The planner takes it for a short one and looks each up
 * in the index; a list that it can see it goes through element by element, which takes longer than the looking up.
 */
export function oneOf(literal: string): RawBuilder<string> {
  return sql<string>`any(array(select unnest(${literal}::text[])))`
}

function quoteElement(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

/** An instant to compare a column with; inserts and updates take `formatInstant`. */
export function timestamp(instant: Instant): RawBuilder<Instant> {
  return sql<Instant>`${formatInstant(instant)}::timestamptz`
}

/** Zones that were renamed: an older PostgreSQL knows the one name only, and one of today may know the other only. */
const RENAMED: ReadonlyMap<string, string> = new Map([['Europe/Kiev', 'Europe/Kyiv']])

/** A zone for `at time zone`, by a name that this server knows: which those are is its operating system's matter. */
export function zoneName(name: string, renamed: ReadonlyMap<string, string> = RENAMED): RawBuilder<string> {
  const other = renamed.get(name)
  if (other === undefined) return sql<string>`${name}::text`
  // Asked once a statement.
  return sql<string>`(select name from pg_timezone_names where name in (${name}, ${other}) limit 1)`
}
