import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Database } from '#platform/db/database.ts'
import { deleteView, listViews, lockMember, upsertView, type NamedView, type ViewOwner } from './store.ts'

/** Views that one member may keep of a screen. */
const MOST_VIEWS = 50

export interface ViewsFull {
  reason: 'board.views-full'
}

export async function readViews(db: Database, owner: ViewOwner): Promise<NamedView[]> {
  return listViews(db, owner)
}

/** Keeps a view in place of one of that name. */
export async function saveView(db: Database, owner: ViewOwner, view: NamedView): Promise<Result<NamedView, ViewsFull>> {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, owner.memberId)
    const others = (await listViews(tx, owner)).filter(({ name }) => name !== view.name)
    if (others.length >= MOST_VIEWS) return refuse({ reason: 'board.views-full' })
    await upsertView(tx, owner, view)
    return accept(view)
  })
}

export async function forgetView(db: Database, owner: ViewOwner, name: string): Promise<void> {
  await deleteView(db, owner, name)
}
