import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import type { Digest, Digested } from '#domain/kernel/digest.ts'
import { PREPARED } from './connection.ts'
import type { Database } from './database.ts'
import type { DB } from './tables.ts'

interface Question<Row> {
  /** Rows without an order; they are sorted only if they are sent. */
  rows: SelectQueryBuilder<DB, never, Row>
  /** Refers to columns of the tables. */
  order: Expression<unknown>
  known: Digest | null
}

interface Found {
  rows_digest: Digest
  rows_count: number
}

/**
 * Reads rows and their digest in one statement, so from one snapshot. If the digest is known, only the digest is sent;
 * otherwise the rows are read again and sent.
 * The digest is SHA-256 over the rows' texts as they would be sent. Sums of `hash_record_extended` are faster by half a
 * millisecond for 500 rows, but do not change if two rows swap a value.
 */
export async function readUnlessKnown<Row extends object>(
  db: Database,
  { rows, order, known }: Question<Row>,
): Promise<Digested<Row[]>> {
  const once = rows.modifyEnd(APART)
  const sent = rows.select(sql<number>`row_number() over (order by ${order})`.as('rows_place'))
  const found = await sql<Row & Found>`select ${PREPARED} * from (
      select encode(sha256(convert_to(coalesce(string_agg(text, '' order by text), ''), 'UTF8')), 'base64') as rows_digest,
        count(*) as rows_count
      from (select rows::text collate "C" as text from ${once} as rows ${APART}) as texts
    ) as digest
    left join lateral (
      select * from ${sent} as sent where digest.rows_digest is distinct from ${known} ${APART}
    ) as found on true
    order by rows_place`.execute(db)
  const [first] = found.rows
  if (!first) throw new Error('rows without a digest')
  const digest = first.rows_digest
  if (digest === known) return { digest, made: null }
  return { digest, made: { value: first.rows_count === 0 ? [] : found.rows } }
}

/** Keeps a subselect separate: otherwise each row's text is computed twice, and rows are read that are not sent. */
const APART = sql`offset 0`
