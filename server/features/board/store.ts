import type { Database, Tx } from '#platform/db/database.ts'

export interface NamedView {
  name: string
  /** What the address of the board says behind the `?`. */
  search: string
}

export async function listViews(db: Database, memberId: string): Promise<NamedView[]> {
  return db
    .selectFrom('board_views')
    .select(['name', 'search'])
    .where('member_id', '=', memberId)
    .orderBy('name')
    .execute()
}

/** Who holds the member is alone with their views until the transaction ends. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
}

export async function upsertView(tx: Tx, memberId: string, { name, search }: NamedView): Promise<void> {
  await tx
    .insertInto('board_views')
    .values({ member_id: memberId, name, search })
    .onConflict((conflict) => conflict.columns(['member_id', 'name']).doUpdateSet({ search }))
    .execute()
}

export async function deleteView(db: Database, memberId: string, name: string): Promise<void> {
  await db.deleteFrom('board_views').where('member_id', '=', memberId).where('name', '=', name).execute()
}
