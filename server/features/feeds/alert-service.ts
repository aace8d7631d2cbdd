import { sayFeedFails, sayFeedIsBack } from '#domain/leads/alert.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { deleteFailing, insertFailing } from './alert-store.ts'
import type { PartEnd, PartKey } from './part-store.ts'

/**
 * Tells the summary group when a connector begins to fail and when it is back, once each, in the transaction that ends
 * its part of the run.
 */
export async function tellTrouble(
  tx: Tx,
  { clock, log }: { clock: Clock; log: Log },
  part: PartKey,
  end: PartEnd,
): Promise<void> {
  const { connector, runId } = part
  if (end.status === 'error') {
    if (!(await insertFailing(tx, part, clock.now()))) return
    const text = sayFeedFails(connector, end.message)
    await tell(tx, clock, text, `feed.failing:${connector}:${runId}`)
    log.warn({ connector, runId, reason: end.message }, 'a lead feed fails')
  }
  if (end.status === 'success' || end.status === 'unchanged') {
    const failed = await deleteFailing(tx, connector)
    if (!failed) return
    const text = sayFeedIsBack(connector, clock.now() - failed.since)
    await tell(tx, clock, text, `feed.back:${connector}:${runId}`)
    log.info({ connector, runId }, 'a lead feed works again')
  }
}

/** Without a summary group there is nobody to tell; the log has it. */
async function tell(tx: Tx, clock: Clock, text: string, dedupeKey: string): Promise<void> {
  const { summaryGroupId } = await readSettings(tx)
  if (!summaryGroupId) return
  await enqueue(tx, clock, { kind: 'feed.alert', chatId: summaryGroupId, text, dedupeKey })
}
