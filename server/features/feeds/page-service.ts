import type { DepositRow, LeadChange } from '#domain/leads/row.ts'
import type { SettledPage } from '#domain/leads/settle-page.ts'
import type { FeedState } from '#domain/leads/window.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { storeRows, type StoreDeps } from '#server/features/leads/service.ts'
import { addPage, type PageCounts } from './count-store.ts'
import { updateFeed, type FeedKey } from './feed-store.ts'
import { insertBadRows, type BadRowToKeep } from './part-store.ts'
import { deleteVanished, insertVanished } from './vanished-store.ts'

export { insertFeed as knowConnector } from './feed-store.ts'

/** A page that was made ready. */
export interface ReadyPage {
  leads: SettledPage<LeadChange>
  deposits: SettledPage<DepositRow>
  withoutDeposit: readonly string[]
}

export interface PageToStore {
  feed: FeedKey
  runId: string
  page: ReadyPage
  /** The bad rows that are kept with their reasons. */
  badRows: readonly BadRowToKeep[]
  /** How far the feed has come with this page. */
  state: FeedState
}

/** Called with the counts of a connector's page, once it is stored for good. */
export type OnStored = (connector: string, counts: PageCounts) => void

interface PageDeps extends StoreDeps {
  db: Database
  onStored?: OnStored | undefined
}

/**
 * Stores a page and moves the checkpoint past it, all or nothing. Null if another run has taken over the feed; nothing
 * is stored then.
 */
export async function storePage(
  deps: PageDeps,
  { feed, runId, page, badRows, state }: PageToStore,
): Promise<PageCounts | null> {
  const stored = await deps.db.transaction().execute(async (tx) => {
    if (!(await updateFeed(tx, feed, runId, state))) return null
    const counts = await storePageRows(tx, deps, feed.connector, page)
    await addPage(tx, { table: 'sync_runs', id: runId }, counts)
    const part = { runId, connector: feed.connector }
    await addPage(tx, { table: 'sync_parts', ...part }, counts)
    await insertBadRows(tx, part, badRows)
    return counts
  })
  if (stored) deps.onStored?.(feed.connector, stored)
  return stored
}

/** Stores the rows of a page with all consequences, in the transaction that moved its checkpoint. */
export async function storePageRows(
  tx: Tx,
  deps: StoreDeps,
  connector: string,
  { leads, deposits, withoutDeposit }: ReadyPage,
): Promise<PageCounts> {
  const stored = await storeRows(tx, deps, { connector, leads: leads.rows, deposits: deposits.rows })
  await deleteVanished(
    tx,
    connector,
    deposits.rows.map(({ id }) => id),
  )
  for (const id of await insertVanished(tx, connector, withoutDeposit, deps.clock.now())) {
    deps.log.warn({ connector, deposit: id }, 'the source no longer shows a deposit; it is kept unchanged')
  }
  return { ...stored, badRows: leads.bad.length + deposits.bad.length }
}
