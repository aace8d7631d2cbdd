import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Database } from '#platform/db/database.ts'
import { deleteView, listViews, lockMember, upsertView, type NamedView } from './store.ts'

/** Views that one member may keep. */
const MOST_VIEWS = 50

export interface ViewsFull {
  reason: 'board.views-full'
}

export async function readViews(db: Database, memberId: string): Promise<NamedView[]> {
  return listViews(db, memberId)
}

/** Keeps a view in place of one of that name. */
export async function saveView(db: Database, memberId: string, view: NamedView): Promise<Result<NamedView, ViewsFull>> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    const others = (await listViews(tx, memberId)).filter(({ name }) => name !== view.name)
    if (others.length >= MOST_VIEWS) return refuse({ reason: 'board.views-full' })
    await upsertView(tx, memberId, view)
    return accept(view)
  })
}

export async function forgetView(db: Database, memberId: string, name: string): Promise<void> {
  await deleteView(db, memberId, name)
}
