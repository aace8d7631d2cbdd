import { sql, type RawBuilder } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
/**
 * A PostgreSQL array as text, for `$1::text[]` and `unnest`. The driver makes the same from an array, but checks the
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
 * Compares a column with a long list of type `text[]`. The planner takes the list for a short one and uses the index
 * for each element. If it could see the list, it would search it element by element, which is slower.
 */
export function oneOf(literal: string): RawBuilder<string> {
  return sql<string>`any(array(select unnest(${literal}::text[])))`
}

function quoteElement(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}

/** What sources are sorted by: numbers by their size, before texts. */
export function sourceOrder(source: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ${source} ~ '^[0-9]+$' then lpad(${source}, 64, '0') else ${source} end`
}

/** An instant for comparisons with a column. Inserts and updates take `formatInstant`. */
export function timestamp(instant: Instant): RawBuilder<Instant> {
  return sql<Instant>`${formatInstant(instant)}::timestamptz`
}

/** Renamed zones: an older PostgreSQL may know only one of the names, and a newer one only the other. */
const RENAMED: ReadonlyMap<string, string> = new Map([['Europe/Kiev', 'Europe/Kyiv']])

/** A zone for `at time zone`, by a name that this server knows. That depends on its operating system. */
export function zoneName(name: string, renamed: ReadonlyMap<string, string> = RENAMED): RawBuilder<string> {
  const other = renamed.get(name)
  if (other === undefined) return sql<string>`${name}::text`
  // Evaluated once per statement.
  return sql<string>`(select name from pg_timezone_names where name in (${name}, ${other}) limit 1)`
}
