import { chooseColumns, type LeadColumn } from '#domain/leads/columns.ts'
import type { Member } from '#domain/team/member.ts'
import type { Database } from '#platform/db/database.ts'
import { findColumns, upsertColumns } from './column-store.ts'

/** The columns that somebody looks at in the list of leads, in its order. */
export async function readColumns(db: Database, { _id }: Member): Promise<readonly LeadColumn[]> {
  return chooseColumns((await findColumns(db, _id)) ?? [])
}

export async function saveColumns(db: Database, { _id }: Member, columns: readonly LeadColumn[]): Promise<void> {
  await upsertColumns(db, _id, chooseColumns(columns))
}
