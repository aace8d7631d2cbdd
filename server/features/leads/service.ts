import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { DepositRow, LeadChange } from '#domain/leads/row.ts'
import { separateTests } from '#domain/leads/settle-page.ts'
import type { Clock } from '#platform/clock.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { upsertDeposits } from './deposit-store.ts'
import { deleteEmptyCounts, deleteTestLeads, upsertLeads } from './lead-store.ts'
import {
  countDeliveredOn,
  listDeliveredDifferences,
  lockDerived,
  replaceDelivered,
  updateLocalDays,
  type DeliveredDifference,
} from './store.ts'

/** The usable rows of one page of a connector. */
export interface RowsToStore {
  connector: string
  leads: readonly LeadChange[]
  deposits: readonly DepositRow[]
}

/** What rows came to when they were stored. */
export interface RowCounts {
  newLeads: number
  changedLeads: number
  newDeposits: number
  changedDeposits: number
  testLeads: number
}

/** Stores leads and deposits, and everything that is derived from them, in the transaction of the caller. */
export async function storeRows(tx: Tx, clock: Clock, { connector, leads, deposits }: RowsToStore): Promise<RowCounts> {
  await lockDerived(tx, 'to add')
  // Read under that lock, so that rows are on the days of the zone that is set when they land.
  const zone = zoneOf((await readSettings(tx)).timezone)
  const { leads: real, tests } = separateTests(leads)
  const stored = await upsertLeads(tx, connector, real, zone)
  const withdrawn = await deleteTestLeads(tx, connector, tests)
  const paid = await upsertDeposits(tx, connector, deposits, { at: clock.now(), zone })
  const emptied = [...withdrawn.days, ...(stored.changed > 0 ? stored.days : [])]
  if (emptied.length > 0) await deleteEmptyCounts(tx, emptied)
  await tellChange(tx, [...stored.days, ...withdrawn.days, ...paid.days])
  return {
    newLeads: stored.added,
    changedLeads: stored.changed + withdrawn.changed,
    newDeposits: paid.added,
    changedDeposits: paid.changed,
    testLeads: tests.length,
  }
}

async function tellChange(tx: Tx, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await announce(tx, { topic: 'leads', days: [...new Set(days)].toSorted() })
  await bumpDataVersion(tx)
}

/** Every lead of a local day, those that no cap plans included. */
export async function countLeadsOfDay(db: Database, day: Day): Promise<number> {
  return countDeliveredOn(db, day)
}

/** Every key whose delivered count is not what counting its leads in the configured zone gives. */
export async function findDeliveredDifferences(db: Database): Promise<DeliveredDifference[]> {
  return listDeliveredDifferences(db, (await readSettings(db)).timezone)
}

/** Makes the delivered counts anew from the leads and answers what was different. Syncs wait meanwhile. */
export async function recountDelivered(db: Database): Promise<DeliveredDifference[]> {
  return db.transaction().execute(async (tx) => {
    await lockDerived(tx, 'to rebuild')
    const { timezone } = await readSettings(tx)
    const differences = await listDeliveredDifferences(tx, timezone)
    await updateLocalDays(tx, timezone)
    await replaceDelivered(tx, timezone)
    await tellChange(
      tx,
      differences.map(({ day }) => day),
    )
    return differences
  })
}
