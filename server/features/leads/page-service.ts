import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { DepositRow, LeadChange } from '#domain/leads/row.ts'
import { separateTests, type SettledPage } from '#domain/leads/settle-page.ts'
import type { FeedState } from '#domain/leads/window.ts'
import type { Clock } from '#platform/clock.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { upsertDeposits } from './deposit-store.ts'
import { updateFeed, type FeedKey } from './feed-store.ts'
import { deleteEmptyCounts, deleteTestLeads, upsertLeads } from './lead-store.ts'
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
export async function storePage(deps: { db: Database; clock: Clock }, page: PageToStore): Promise<PageCounts | null> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await updateFeed(tx, page.feed, page.runId, page.state))) return null
    const { counts, days } = await storeRows(tx, deps.clock, page)
    await addPageToRun(tx, page.runId, counts)
    if (days.length > 0) {
      await announce(tx, { topic: 'leads', days })
      await bumpDataVersion(tx)
    }
    return counts
  })
}

async function storeRows(tx: Tx, clock: Clock, page: PageToStore): Promise<{ counts: PageCounts; days: Day[] }> {
  const { connector } = page.feed
  // Read under the lock of the feed, so that a page is on the days of the zone that is set when it lands.
  const zone = zoneOf((await readSettings(tx)).timezone)
  const { leads, tests } = separateTests(page.leads.rows)
  const stored = await upsertLeads(tx, connector, leads, zone)
  const withdrawn = await deleteTestLeads(tx, connector, tests)
  const deposits = await upsertDeposits(tx, connector, page.deposits.rows, { at: clock.now(), zone })
  const emptied = [...withdrawn.days, ...(stored.changed > 0 ? stored.days : [])]
  if (emptied.length > 0) await deleteEmptyCounts(tx, emptied)
  return {
    counts: {
      newLeads: stored.added,
      changedLeads: stored.changed + withdrawn.changed,
      newDeposits: deposits.added,
      changedDeposits: deposits.changed,
      badRows: page.leads.bad.length + page.deposits.bad.length,
      testLeads: tests.length,
    },
    days: [...new Set([...stored.days, ...withdrawn.days, ...deposits.days])].toSorted(),
  }
}
