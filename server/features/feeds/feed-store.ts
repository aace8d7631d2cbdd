import { formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { FeedState, OpenWindow } from '#domain/leads/window.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import type { FeedKind } from '#platform/leads/connector.ts'

export interface FeedKey {
  connector: string
  kind: FeedKind
}

/** Makes this run the only one that may write the feed. */
export async function claimFeed(db: Database, feed: FeedKey, runId: string): Promise<void> {
  await db
    .insertInto('feeds')
    .values({ ...feed, run_id: runId })
    .onConflict((conflict) => conflict.columns(['connector', 'kind']).doUpdateSet({ run_id: runId }))
    .execute()
}

/** How far the feed has come; null if this run may not write it any more. */
export async function findFeedState(db: Database, feed: FeedKey, runId: string): Promise<FeedState | null> {
  const row = await db
    .selectFrom('feeds')
    .selectAll()
    .where('connector', '=', feed.connector)
    .where('kind', '=', feed.kind)
    .where('run_id', '=', runId)
    .executeTakeFirst()
  if (!row) return null
  return {
    syncedUntil: row.synced_until,
    etag: row.etag,
    lookedBackAt: row.looked_back_at,
    open: readOpenWindow(row),
  }
}

interface WindowColumns {
  cursor: string | null
  window_started_at: Instant | null
  window_since: Instant | null
  window_latest: Instant | null
  window_etag: string | null
  window_looks_back: boolean | null
  window_caught_up_to: Instant | null
  window_rows: number | null
  window_bad_rows: number | null
}

function readOpenWindow(row: WindowColumns): OpenWindow | null {
  if (row.cursor === null || row.window_started_at === null) return null
  return {
    cursor: row.cursor,
    startedAt: row.window_started_at,
    updatedSince: row.window_since,
    latest: row.window_latest,
    etag: row.window_etag,
    looksBack: row.window_looks_back ?? false,
    caughtUpTo: row.window_caught_up_to ?? row.window_started_at,
    tally: { total: row.window_rows ?? 0, bad: row.window_bad_rows ?? 0 },
  }
}

/**
 * Locks the feed to the end of the transaction and moves its checkpoint; false if another run has taken over, and
 * nothing of this transaction may be kept.
 */
export async function updateFeed(db: Database, feed: FeedKey, runId: string, state: FeedState): Promise<boolean> {
  const { open } = state
  const { numUpdatedRows } = await db
    .updateTable('feeds')
    .set({
      synced_until: formatOptionalInstant(state.syncedUntil),
      etag: state.etag,
      looked_back_at: formatOptionalInstant(state.lookedBackAt),
      cursor: open?.cursor ?? null,
      window_started_at: formatOptionalInstant(open?.startedAt ?? null),
      window_since: formatOptionalInstant(open?.updatedSince ?? null),
      window_latest: formatOptionalInstant(open?.latest ?? null),
      window_etag: open?.etag ?? null,
      window_looks_back: open?.looksBack ?? null,
      window_caught_up_to: formatOptionalInstant(open?.caughtUpTo ?? null),
      window_rows: open?.tally.total ?? null,
      window_bad_rows: open?.tally.bad ?? null,
    })
    .where('connector', '=', feed.connector)
    .where('kind', '=', feed.kind)
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes a connector known whose rows no sync reads, so that its leads are found. */
export async function insertFeed(tx: Tx, connector: string): Promise<void> {
  await tx
    .insertInto('feeds')
    .values({ connector, kind: 'leads' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Makes everything of a connector be read again, from its start or as far as a look back goes. A current reader stores
 * nothing more. The rows stay, because leads are found by the connectors that have one.
 */
export async function restartFeeds(tx: Tx, connector: string, from: 'start' | 'look back'): Promise<void> {
  await tx
    .updateTable('feeds')
    .set({
      ...(from === 'start' && { synced_until: null }),
      run_id: null,
      etag: null,
      looked_back_at: null,
      cursor: null,
      window_started_at: null,
      window_since: null,
      window_latest: null,
      window_etag: null,
      window_looks_back: null,
      window_caught_up_to: null,
      window_rows: null,
      window_bad_rows: null,
    })
    .where('connector', '=', connector)
    .execute()
}

/** A current reader of a connector's feeds stores nothing more; the checkpoints stay. */
export async function releaseFeeds(tx: Tx, connector: string): Promise<void> {
  await tx.updateTable('feeds').set({ run_id: null }).where('connector', '=', connector).execute()
}
