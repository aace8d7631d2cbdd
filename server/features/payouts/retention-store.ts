import { sql } from 'kysely'
import type { Day } from '#domain/kernel/day.ts'
import type { Tx } from '#platform/db/database.ts'

/** The oldest finished report with e-mails whose range ended before a day; null if there is none. */
export async function findReportToForget(tx: Tx, before: Day): Promise<string | null> {
  const row = await tx
    .selectFrom('payout_reports')
    .select('id')
    .where('status', '=', 'success')
    .where('emails_forgotten', '=', false)
    .where('range_end', '<', before)
    .orderBy('range_end')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Forgets the e-mails in what a report's deals list, and keeps all else. */
export async function deleteReportEmails(tx: Tx, reportId: string): Promise<void> {
  await sql`
    update payout_deals set details = (details::jsonb || jsonb_build_object(
      'leadDetails', ${withoutEmails('leadDetails')}, 'depositDetails', ${withoutEmails('depositDetails')}
    ))::json where report_id = ${reportId}`.execute(tx)
  await tx.updateTable('payout_reports').set({ emails_forgotten: true }).where('id', '=', reportId).execute()
}

/** Lists by name, as they are, but for the e-mails. */
function withoutEmails(details: 'leadDetails' | 'depositDetails') {
  return sql`(
    select jsonb_object_agg(name, (
      select coalesce(jsonb_agg(entry || '{"email": null}' order by position), '[]')
      from jsonb_array_elements(list) with ordinality as e (entry, position)
    )) from jsonb_each(details::jsonb -> ${details}) as l (name, list)
  )`
}
