import { sql, type RawBuilder } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'

/** An instant to compare a column with; inserts and updates take `formatInstant`. */
export function timestamp(instant: Instant): RawBuilder<Instant> {
  return sql<Instant>`${formatInstant(instant)}::timestamptz`
}
