import { sql, type Expression } from 'kysely'
import type { Digest, Digested } from '#domain/kernel/digest.ts'
import { PREPARED } from './connection.ts'
import type { Database } from './database.ts'

interface Question<Row> {
  /** A select, in no order: that is paid for only where rows are sent. */
  rows: Expression<Row>
  /** By columns of `found`, which are those of the rows. */
  order: Expression<unknown>
  known: Digest | null
}

interface Found {
  rows_digest: Digest
  rows_count: number
}

/**
 * Reads rows and their digest in one statement, and so from one snapshot; of rows whose digest is known only that is sent.
 *
 * The digest is SHA-256 over the rows' texts, which are what would be sent. Sums of `hash_record_extended` are faster by half
 * a millisecond for 500 rows, but the same once two rows have swapped a value.
 */
export async function readUnlessKnown<Row extends object>(
  db: Database,
  { rows, order, known }: Question<Row>,
): Promise<Digested<Row[]>> {
  // All in a subselect, because the text of a prepared statement begins with its mark.
  const found = await sql<Row & Found>`select ${PREPARED} found.* from (
    with rows as materialized ${rows},
      texts as materialized (select rows::text as text from rows),
      digest as (
        select encode(sha256(convert_to(coalesce(string_agg(text, '' order by text collate "C"), ''), 'UTF8')), 'base64')
          as rows_digest, count(*) as rows_count
        from texts
      )
    select * from digest left join rows on rows_digest is distinct from ${known}
  ) as found order by ${order}`.execute(db)
  const [first] = found.rows
  if (!first) throw new Error('rows without a digest')
  const digest = first.rows_digest
  if (digest === known) return { digest, made: null }
  return { digest, made: { value: first.rows_count === 0 ? [] : found.rows } }
}
