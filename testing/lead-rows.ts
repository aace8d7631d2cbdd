import { sql } from 'kysely'
import { addMilliseconds, formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { DepositRow, LeadRow } from '#sandbox/lead-api/rows.ts'
import { parseDeposit, parseLead } from '#domain/leads/parse-rows.ts'
import { settlePage } from '#domain/leads/settle-page.ts'
import { storeRows, type RowCounts } from '#server/features/leads/service.ts'
import { lockDerived } from '#server/features/leads/match-store.ts'
import { lockState } from '#server/features/schedules/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { APP_SECRET } from './app-secret.ts'
import type { TestDatabase } from './database.ts'

export const secrets = createSecrets(APP_SECRET)
const log = createLog('silent', { pretty: false })

/** Removes all that syncs have written. What works on it just now is let finish, in the order in which it locks. */
export async function removeRows({ db }: TestDatabase): Promise<void> {
  try {
    await removeRowsAtOnce(db)
  } catch (error) {
    // Whoever reads leads first and feeds then, such as a report, cannot be waited for: once more after it.
    if (!isUnavailable(error)) throw error
    await removeRowsAtOnce(db)
  }
}

async function removeRowsAtOnce(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockState(tx)
    await sql`lock table backfills, feeds in access exclusive mode`.execute(tx)
    await lockDerived(tx)
    await sql`truncate leads, deposits, delivered_by_broker, leads_by_status, deposits_by_lead_day, feeds, sync_runs,
      failing_connectors, connector_calls, vanished_deposits, backfills cascade`.execute(tx)
  })
}

/** A lead as the API sends it. */
export function buildLead(fields: Partial<LeadRow> = {}): LeadRow {
  return {
    id: 'lead-1',
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
    geo: 'DE',
    sourceNumber: '44',
    advertiserId: 'adv-1',
    email: 'person@example.org',
    status: 'New',
    ...fields,
  }
}

export function buildLeads(count: number, at: Instant, fields: Partial<LeadRow> = {}): LeadRow[] {
  return Array.from({ length: count }, (_, index) => {
    const updatedAt = formatInstant(addMilliseconds(at, index))
    return buildLead({
      id: `lead-${index}`,
      createdAt: updatedAt,
      updatedAt,
      email: `p${index}@example.org`,
      ...fields,
    })
  })
}

export function buildDeposit(fields: Partial<DepositRow> = {}): DepositRow {
  return {
    id: 'deposit-1',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    leadId: 'lead-1',
    payout: 600,
    ...fields,
  }
}

/** Stores rows as a page of a connector does. */
export async function storeLeadRows(
  db: Database,
  clock: Clock,
  { connector = 'main', leads = [], deposits = [] }: { connector?: string; leads?: object[]; deposits?: object[] },
): Promise<RowCounts> {
  const rows = {
    connector,
    leads: settlePage(leads.map((lead) => parseLead(lead))).rows,
    deposits: settlePage(deposits.map((deposit) => parseDeposit(deposit))).rows,
  }
  return db.transaction().execute((tx) => storeRows(tx, { clock, log, secrets }, rows))
}
