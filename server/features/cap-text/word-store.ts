import { sql } from 'kysely'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { arrayLiteral } from '#platform/db/expressions.ts'
import { lockName } from '#platform/db/locks.ts'

export interface WordRow {
  id: string
  word: string
  kind: PartnerKind
  /** The partner as it is registered. */
  key: string
  name: string
  saidBy: string
  saidAt: Instant
}

const SELECTED = sql`
  select w.id, w.word, case when w.advertiser is null then 'publisher' else 'advertiser' end as kind,
    coalesce(a.advertiser_id, p.source_number) as key, coalesce(a.name, p.name) as name,
    w.said_by as "saidBy", w.said_at as "saidAt"
  from meaningless_words w
  left join advertisers a on a.id = w.advertiser
  left join publishers p on p.id = w.publisher`

/** Newest first. */
export async function listWords(db: Database): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`${SELECTED} order by w.said_at desc, w.id desc`.execute(db)
  return rows
}

/** What is written with this of a partner is written one after the other. */
export async function lockWords(tx: Tx, partnerId: string): Promise<void> {
  await lockName(tx, `meaningless_words.${partnerId}`)
}

export async function findWord(
  tx: Tx,
  of: { id: string } | { partnerId: string; folded: string },
): Promise<WordRow | null> {
  const where =
    'id' in of
      ? sql`w.id = ${of.id}`
      : sql`(w.advertiser = ${of.partnerId} or w.publisher = ${of.partnerId}) and w.folded = ${of.folded}`
  const { rows } = await sql<WordRow>`${SELECTED} where ${where}`.execute(tx)
  return rows[0] ?? null
}

export async function countWords(tx: Tx, partnerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from meaningless_words where advertiser = ${partnerId} or publisher = ${partnerId}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertWord(
  tx: Tx,
  row: {
    id: string
    word: string
    folded: string
    kind: PartnerKind
    partnerId: string
    saidBy: string
    saidAt: Instant
  },
): Promise<void> {
  await tx
    .insertInto('meaningless_words')
    .values({
      id: row.id,
      word: row.word,
      folded: row.folded,
      advertiser: row.kind === 'advertiser' ? row.partnerId : null,
      publisher: row.kind === 'publisher' ? row.partnerId : null,
      said_by: row.saidBy,
      said_at: formatInstant(row.saidAt),
    })
    .execute()
}

export async function deleteWord(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('meaningless_words').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** The words of these partners, by their keys as they are registered. */
export async function listWordsOf(
  db: Database,
  { advertiserIds, sourceNumbers }: { advertiserIds: readonly string[]; sourceNumbers: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct w.word from meaningless_words w
    left join advertisers a on a.id = w.advertiser
    left join publishers p on p.id = w.publisher
    where a.advertiser_id = any(${arrayLiteral(advertiserIds)}::text[])
      or p.source_number = any(${arrayLiteral(sourceNumbers)}::text[])
    order by w.word
  `.execute(db)
  return rows.map(({ word }) => word)
}
