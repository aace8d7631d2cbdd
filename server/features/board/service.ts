import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Database } from '#platform/db/database.ts'
import { listViews, lockMember, upsertView, type NamedView, type ViewOwner } from './store.ts'

export { listViews as readViews, deleteView as forgetView } from './store.ts'

/** Views that one member may keep of a screen. */
const MOST_VIEWS = 50

export interface ViewsFull {
  reason: 'board.views-full'
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
