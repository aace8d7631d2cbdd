import type { Database, Tx } from '#platform/db/database.ts'

/** The member and the screen of a view. */
export interface ViewOwner {
  memberId: string
  screen: string
}

export interface NamedView {
  name: string
  /** The part of the screen's address after the `?`. */
  search: string
}

export async function listViews(db: Database, { memberId, screen }: ViewOwner): Promise<NamedView[]> {
  return db
    .selectFrom('board_views')
    .select(['name', 'search'])
    .where('member_id', '=', memberId)
    .where('screen', '=', screen)
    .orderBy('name')
    .execute()
}

/** Locks the member, and so their views, until the transaction ends. */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute()
}

export async function upsertView(tx: Tx, { memberId, screen }: ViewOwner, { name, search }: NamedView): Promise<void> {
  await tx
    .insertInto('board_views')
    .values({ member_id: memberId, screen, name, search })
    .onConflict((conflict) => conflict.columns(['member_id', 'screen', 'name']).doUpdateSet({ search }))
    .execute()
}

export async function deleteView(db: Database, { memberId, screen }: ViewOwner, name: string): Promise<void> {
  await db
    .deleteFrom('board_views')
    .where('member_id', '=', memberId)
    .where('screen', '=', screen)
    .where('name', '=', name)
    .execute()
}
