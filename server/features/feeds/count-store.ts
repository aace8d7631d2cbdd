import { sql } from 'kysely'
import type { Database } from '#platform/db/database.ts'

/** The counts of one page. */
export interface PageCounts {
  newLeads: number
  changedLeads: number
  newDeposits: number
  changedDeposits: number
  badRows: number
  testLeads: number
}

/** The tables that keep such counts. */
export type Counted =
  | { table: 'sync_runs' | 'backfills'; id: string }
  | { table: 'sync_parts'; runId: string; connector: string }

/** Adds a page, in the transaction that stores it: the counts of a run that was killed are true too. */
export async function addPage(db: Database, counted: Counted, counts: PageCounts): Promise<void> {
  const which =
    counted.table === 'sync_parts'
      ? sql`run_id = ${counted.runId} and connector = ${counted.connector}`
      : sql`id = ${counted.id}`
  await sql`
    update ${sql.table(counted.table)} set pages = pages + 1,
      new_leads = new_leads + ${counts.newLeads}, changed_leads = changed_leads + ${counts.changedLeads},
      new_deposits = new_deposits + ${counts.newDeposits}, changed_deposits = changed_deposits + ${counts.changedDeposits},
      bad_rows = bad_rows + ${counts.badRows}, test_leads = test_leads + ${counts.testLeads}
    where ${which}`.execute(db)
}

export const COUNT_COLUMNS = [
  'pages',
  'new_leads',
  'changed_leads',
  'new_deposits',
  'changed_deposits',
  'bad_rows',
  'test_leads',
] as const
