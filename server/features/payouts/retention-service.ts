import type { Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { readZone } from '#server/features/settings/service.ts'
import { deleteReportEmails, findReportToForget } from './retention-store.ts'

/**
 * Deletes the e-mails of reports whose range ended before the day of an instant, one report after the other. Returns
 * their number.
 */
export async function forgetReportEmails(
  { db }: { db: Database },
  before: Instant,
  signal: AbortSignal,
): Promise<number> {
  const day = (await readZone(db)).dayOf(before)
  for (let forgotten = 0; ; forgotten += 1) {
    if (signal.aborted) return forgotten
    // oxlint-disable-next-line no-await-in-loop -- each is done, or left as it was
    const isDone = await db.transaction().execute(async (tx) => {
      const reportId = await findReportToForget(tx, day)
      if (reportId !== null) await deleteReportEmails(tx, reportId)
      return reportId === null
    })
    if (isDone) return forgotten
  }
}
