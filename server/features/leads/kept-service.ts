import { foldEmail } from '#domain/kernel/identity.ts'
import type { Day } from '#domain/kernel/day.ts'
import { addMilliseconds, DAY, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { LeadRow, TestLead } from '#domain/leads/row.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { keepEmailKeys } from './email-service.ts'
import { updateEmailKeys } from './email-store.ts'
import {
  deleteDeposits,
  deleteKept,
  deleteKeptBefore,
  deleteKeptEmails,
  insertKept,
  insertKeptDeposits,
  listKeptIds,
  listKeptLeads,
  settleKept,
  unlinkKept,
  type Batch,
  type RestoredDeposit,
} from './kept-store.ts'
import { deleteTestLeads, upsertLeads, type Terms } from './lead-store.ts'
import { lockDerived, matchDeposits, type DepositKey } from './match-store.ts'
import { settleCounts, tellLess, uniteKeys, type RowsToStore, type StoreDeps } from './service.ts'

export type { Batch }

/**
 * Runs `store` in the caller's transaction, and keeps the previous state of its rows, so that `takeBack` can restore it
 * (docs/decisions/034-a-file-is-a-feed.md).
 */
export async function keepRows<T>(
  tx: Tx,
  { clock }: Pick<StoreDeps, 'clock'>,
  batch: Batch,
  { leads, deposits }: Pick<RowsToStore, 'leads' | 'deposits'>,
  store: () => Promise<T>,
): Promise<T> {
  // Nobody else writes them until they are settled.
  await lockDerived(tx)
  const parts = [
    { ...batch, kind: 'leads' as const, ids: leads.map(({ id }) => id) },
    { ...batch, kind: 'deposits' as const, ids: deposits.map(({ id }) => id) },
  ]
  for (const part of parts) await insertKept(tx, part, clock.now())
  const stored = await store()
  for (const part of parts) await settleKept(tx, part)
  return stored
}

/** The result of undoing a batch. */
export interface TakenBack {
  removedLeads: number
  removedDeposits: number
  /** Rows that are again what they were. */
  restoredLeads: number
  restoredDeposits: number
}

const AT_ONCE = 5_000

/**
 * Undoes a stored batch in the caller's transaction. Rows without a later batch of the connector are removed, or become
 * as before; other rows stay as the later batch has them.
 */
export async function takeBack(tx: Tx, deps: StoreDeps, batch: Batch): Promise<TakenBack> {
  await lockDerived(tx)
  await keepEmailKeys(tx, deps)
  const { timezone, emailRetentionDays } = await readSettings(tx)
  const terms = {
    zone: zoneOf(timezone),
    forgetBefore: addMilliseconds(deps.clock.now(), -emailRetentionDays * DAY),
  }
  await unlinkKept(tx, batch)
  const deposits = await takeBackDeposits(tx, deps, batch, terms)
  const leads = await takeBackLeads(tx, deps, batch, terms)
  const days = [...deposits.days, ...leads.days, ...(await match(tx, [...deposits.touched, ...leads.touched]))]
  await tellLess(tx, days)
  return {
    removedLeads: leads.removed,
    removedDeposits: deposits.removed,
    restoredLeads: leads.restored,
    restoredDeposits: deposits.restored,
  }
}

interface Part {
  /** Without those that were restored. */
  removed: number
  restored: number
  days: Day[]
  /** Deposits whose lead must be found again. */
  touched: DepositKey[]
}

async function takeBackDeposits(tx: Tx, deps: StoreDeps, batch: Batch, terms: Terms): Promise<Part> {
  const part: Part = { removed: 0, restored: 0, days: [], touched: [] }
  for (;;) {
    const ids = await listKeptIds(tx, batch, 'deposits', AT_ONCE)
    if (ids.length === 0) return part
    const rows = { ...batch, kind: 'deposits' as const, ids }
    const { removed, days } = await deleteDeposits(tx, batch.connector, ids)
    await settleCounts(tx, days)
    const restored = await insertKeptDeposits(tx, rows, terms)
    await updateEmailKeys(tx, 'deposits', signDeposits(deps, restored))
    part.removed += removed - restored.length
    part.restored += restored.length
    part.days.push(...days)
    part.touched.push(...ids.map((id) => ({ connector: batch.connector, id })))
    await deleteKept(tx, rows)
  }
}

async function takeBackLeads(tx: Tx, deps: StoreDeps, batch: Batch, terms: Terms): Promise<Part> {
  const { connector } = batch
  const part: Part = { removed: 0, restored: 0, days: [], touched: [] }
  for (;;) {
    const ids = await listKeptIds(tx, batch, 'leads', AT_ONCE)
    if (ids.length === 0) return part
    const rows = { ...batch, kind: 'leads' as const, ids }
    const kept = (await listKeptLeads(tx, rows)).map((lead) => signLead(deps, lead))
    const before = new Set(kept.map(({ id }) => id))
    const removed = await deleteTestLeads(tx, connector, asTests(ids.filter((id) => !before.has(id))))
    const replaced = await deleteTestLeads(tx, connector, asTests([...before]))
    await settleCounts(tx, [...removed.days, ...replaced.days])
    const restored = await upsertLeads(tx, connector, kept, terms)
    part.removed += removed.changed
    part.restored += restored.added
    part.days.push(...removed.days, ...replaced.days, ...restored.days)
    part.touched.push(...removed.deposits, ...replaced.deposits, ...restored.deposits)
    await deleteKept(tx, rows)
  }
}

/** Without their own version they are removed, whatever version is stored. */
function asTests(ids: readonly string[]): TestLead[] {
  return ids.map((id) => ({ test: true, id, createdAt: null, updatedAt: null }))
}

/** The secret may have changed since, here and below. For a deleted e-mail only the old key is known. */
function signDeposits({ secrets }: Pick<StoreDeps, 'secrets'>, deposits: readonly RestoredDeposit[]) {
  return deposits.flatMap((deposit) => {
    const email = foldEmail(deposit.email)
    return email === null ? [] : [{ ...deposit, emailKey: secrets.signEmail(email) }]
  })
}

function signLead({ secrets }: Pick<StoreDeps, 'secrets'>, lead: LeadRow): LeadRow {
  const email = foldEmail(lead.email)
  return email === null ? lead : { ...lead, emailKey: secrets.signEmail(email) }
}

async function match(tx: Tx, touched: readonly DepositKey[]): Promise<Day[]> {
  const days: Day[] = []
  const keys = uniteKeys(touched)
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    days.push(...(await matchDeposits(tx, keys.slice(from, from + AT_ONCE))))
  }
  return days
}

/** So long a batch can be taken back. */
export const TAKEN_BACK_WITHIN = 90 * DAY

/** Deletes states that were kept long enough, and e-mails in them as elsewhere. */
export async function tidyKept(db: Database, now: Instant, forgetBefore: Instant): Promise<void> {
  await deleteKeptBefore(db, addMilliseconds(now, -TAKEN_BACK_WITHIN))
  await deleteKeptEmails(db, forgetBefore)
}
