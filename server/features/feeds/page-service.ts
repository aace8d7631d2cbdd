import type { DepositRow, LeadChange } from '#domain/leads/row.ts'
import type { SettledPage } from '#domain/leads/settle-page.ts'
import type { FeedState } from '#domain/leads/window.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { storeRows } from '#server/features/leads/service.ts'
import { updateFeed, type FeedKey } from './feed-store.ts'
import { addPageToRun, type PageCounts } from './run-store.ts'

export interface PageToStore {
  feed: FeedKey
  runId: string
  leads: SettledPage<LeadChange>
  deposits: SettledPage<DepositRow>
  /** How far the feed has come with this page. */
  state: FeedState
}

/**
 * Stores a page and moves the checkpoint past it: all of it or nothing. Null where another run has taken over the feed;
 * then nothing is stored.
 */
export async function storePage(
  deps: { db: Database; clock: Clock },
  { feed, runId, leads, deposits, state }: PageToStore,
): Promise<PageCounts | null> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await updateFeed(tx, feed, runId, state))) return null
    const rows = { connector: feed.connector, leads: leads.rows, deposits: deposits.rows }
    const stored = await storeRows(tx, deps.clock, rows)
    const counts = { ...stored, badRows: leads.bad.length + deposits.bad.length }
    await addPageToRun(tx, runId, counts)
    return counts
  })
}
