import { sql, type RawBuilder } from 'kysely'

/** Zones that were renamed: an older PostgreSQL knows the one name only, and one of today may know the other only. */
const RENAMED: ReadonlyMap<string, string> = new Map([['Europe/Kiev', 'Europe/Kyiv']])

/** A zone for `at time zone`, by a name that this server knows: which those are is its operating system's matter. */
export function zoneName(name: string, renamed: ReadonlyMap<string, string> = RENAMED): RawBuilder<string> {
  const other = renamed.get(name)
  if (other === undefined) return sql<string>`${name}::text`
  // Asked once a statement.
  return sql<string>`(select name from pg_timezone_names where name in (${name}, ${other}) limit 1)`
}
