import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { addMilliseconds, DAY } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { DepositRow, LeadChange } from '#domain/leads/row.ts'
import { separateTests } from '#domain/leads/settle-page.ts'
import type { Member } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { announce } from '#platform/db/notify.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readSpelling } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { countTotalsIn, deleteEmptyCounts, fillLastInstants } from './count-store.ts'
import { countDepositsOf, countFreshDeposits, countPaidElsewhere, upsertDeposits } from './deposit-store.ts'
import { keepEmailKeys, signEmails } from './email-service.ts'
import { countFreshLeads, countTestLeads, deleteTestLeads, upsertLeads } from './lead-store.ts'
import { matchDeposits, type DepositKey, lockDerived } from './match-store.ts'
import { tellSeenDeposits } from './told-service.ts'

export { hasCountsOf as hasLeadsOf } from './count-store.ts'

/** The usable rows of one page of a connector. */
export interface RowsToStore {
  connector: string
  leads: readonly LeadChange[]
  deposits: readonly DepositRow[]
}

/** The result of storing rows. */
export interface RowCounts {
  newLeads: number
  changedLeads: number
  newDeposits: number
  changedDeposits: number
  testLeads: number
}

export interface StoreDeps {
  clock: Clock
  log: Log
  secrets: Secrets
}

/** Stores leads and deposits, and everything that is derived from them, in the transaction of the caller. */
export async function storeRows(
  tx: Tx,
  deps: StoreDeps,
  { connector, leads, deposits }: RowsToStore,
): Promise<RowCounts> {
  await lockDerived(tx)
  await keepEmailKeys(tx, deps)
  // Read under that lock, so that rows get the days of the zone that is set then.
  const { timezone, emailRetentionDays } = await readSettings(tx)
  const at = deps.clock.now()
  const terms = { zone: zoneOf(timezone), forgetBefore: addMilliseconds(at, -emailRetentionDays * DAY) }
  const { leads: sent, tests } = separateTests(leads)
  const spell = await readRowSpelling(tx, [...sent, ...deposits])
  const real = sent.map(spell)
  const stored = await upsertLeads(tx, connector, signEmails(deps, real), terms)
  const withdrawn = await deleteTestLeads(tx, connector, tests)
  const paid = await upsertDeposits(tx, connector, signEmails(deps, deposits.map(spell)), { ...terms, at })
  const own = paid.added + paid.changed > 0 ? deposits.map(({ id }) => ({ connector, id })) : []
  const rematched = await matchDeposits(tx, uniteKeys([...own, ...stored.deposits, ...withdrawn.deposits]))
  await tellSeenDeposits(tx, deps.clock, { connector, ids: paid.addedIds })
  const lessened = [...withdrawn.days, ...(stored.changed > 0 ? stored.days : []), ...rematched]
  await settleCounts(tx, lessened)
  await tellChange(tx, [...stored.days, ...withdrawn.days, ...paid.days, ...rematched])
  return {
    newLeads: stored.added,
    changedLeads: stored.changed + withdrawn.changed,
    newDeposits: paid.added,
    changedDeposits: paid.changed,
    testLeads: tests.length,
  }
}

/** `changedLeads` without the stored leads that become tests, which are removed. */
export interface ComparedRows extends RowCounts {
  removedLeads: number
}

/** The result of storing rows, without writing. */
export async function compareRows(
  db: Database,
  deps: StoreDeps,
  { connector, leads, deposits }: RowsToStore,
): Promise<ComparedRows> {
  const { timezone, emailRetentionDays } = await readSettings(db)
  const at = deps.clock.now()
  const terms = { zone: zoneOf(timezone), forgetBefore: addMilliseconds(at, -emailRetentionDays * DAY) }
  const { leads: sent, tests } = separateTests(leads)
  const spell = await readRowSpelling(db, [...sent, ...deposits])
  const fresh = await countFreshLeads(db, connector, signEmails(deps, sent.map(spell)), terms)
  const paid = await countFreshDeposits(db, connector, signEmails(deps, deposits.map(spell)), { ...terms, at })
  return {
    newLeads: fresh.added,
    changedLeads: fresh.changed,
    newDeposits: paid.added,
    changedDeposits: paid.changed,
    testLeads: tests.length,
    removedLeads: await countTestLeads(db, connector, tests),
  }
}

/** New deposits of people who have one of another connector: those that both have count twice. */
export function countDepositsElsewhere(
  db: Database,
  deps: StoreDeps,
  { connector, deposits }: Pick<RowsToStore, 'connector' | 'deposits'>,
): Promise<number> {
  return countPaidElsewhere(db, connector, signEmails(deps, deposits))
}

export { countDepositsOf }

/** Gives the advertiser of a row the spelling that caps have. */
export async function readRowSpelling(db: Database, rows: readonly { advertiserId: string | null }[]) {
  const spell = await readSpelling(db, [...new Set(rows.flatMap(({ advertiserId }) => advertiserId ?? []))])
  return <R extends { advertiserId: string | null }>(row: R): R =>
    row.advertiserId === null ? row : { ...row, advertiserId: spell(row.advertiserId) }
}

/** Each once: a deposit that comes twice would be counted twice. */
export function uniteKeys(keys: readonly DepositKey[]): DepositKey[] {
  return [...new Map(keys.map((key) => [JSON.stringify([key.connector, key.id]), key])).values()]
}

/** Recounts keys that may have lost rows on some days, before rows are added to them again. */
export async function settleCounts(tx: Tx, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  const each = [...new Set(days)]
  await deleteEmptyCounts(tx, each)
  await fillLastInstants(tx, each)
}

/** Settles and tells days on which rows went, in the transaction of the caller. */
export async function tellLess(tx: Tx, days: readonly Day[]): Promise<void> {
  await settleCounts(tx, days)
  await tellChange(tx, days)
}

async function tellChange(tx: Tx, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await announce(tx, { topic: 'leads', days: [...new Set(days)].toSorted() })
  await bumpDataVersion(tx)
}

/** Every lead and deposit of a local day, from their counts. */
export async function readDayTotals(db: Database, day: Day): Promise<{ leads: number; deposits: number }> {
  return countTotalsIn(db, { start: day, end: day })
}

/** Every lead of a local day, those that no cap plans included. */
export async function countLeadsOfDay(db: Database, day: Day): Promise<number> {
  return (await readDayTotals(db, day)).leads
}

/** Every lead of some local days, from their counts. */
export async function countLeadsIn(db: Database, range: DayRange): Promise<number> {
  return (await countTotalsIn(db, range)).leads
}

/** Logs that a file of leads was downloaded: by whom, and how many leads it had. */
export function noteLeadFile(
  { log, member, address }: { log: Log; member: Member; address: string },
  leads: number,
): void {
  const { _id: memberId, telegramId } = member
  log.info({ event: 'leads.exported', memberId, telegramId, address, leads }, 'leads exported')
}
