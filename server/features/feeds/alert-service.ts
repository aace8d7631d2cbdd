import { sayFeedFails, sayFeedIsBack } from '#domain/leads/feed-run.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import type { Clock } from '#platform/clock.ts'
import type { Tx } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import { enqueue } from '#server/features/outbox/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { tellWebhooks } from '#server/features/webhooks/service.ts'
import { deleteFailing, insertFailing, markTold } from './alert-store.ts'
import type { PartEnd, PartKey } from './part-store.ts'

export { moveToldChat } from './alert-store.ts'

interface AlertDeps {
  clock: Clock
  log: Log
}

/**
 * Tells the summary group once when a connector begins to fail and once when it is back, in the transaction that ends
 * its part of the run. While no group is set, only the log has it; a group that is set while it still fails is told
 * then.
 */
export async function tellTrouble(tx: Tx, deps: AlertDeps, part: PartKey, end: PartEnd): Promise<void> {
  if (end.status === 'error') await tellFailure(tx, deps, part, end.message)
  if (end.status === 'success' || end.status === 'unchanged') await tellRecovery(tx, deps, part)
}

async function tellFailure(tx: Tx, { clock, log }: AlertDeps, part: PartKey, why: string | null): Promise<void> {
  const { connector, runId } = part
  const isNew = await insertFailing(tx, part, clock.now())
  if (isNew) {
    log.warn({ connector, runId, reason: why }, 'a lead feed fails')
    await tellWebhooks(tx, clock, 'feed.failed', () => [{ connector, runId }])
  }
  const { summaryGroupId } = await readSettings(tx)
  if (summaryGroupId === null) {
    if (isNew) log.warn({ connector }, 'nobody is told that a lead feed fails: no summary group is set')
    return
  }
  if (!(await markTold(tx, connector, summaryGroupId))) return
  const dedupeKey = `feed.failing:${connector}:${runId}`
  await enqueue(tx, clock, {
    kind: 'feed.alert',
    chatId: summaryGroupId,
    text: sayFeedFails(connector, why),
    dedupeKey,
  })
}

/** The recovery goes to the chat that heard of the failure. The summary group may be another one by then. */
async function tellRecovery(tx: Tx, { clock, log }: AlertDeps, { connector, runId }: PartKey): Promise<void> {
  const failed = await deleteFailing(tx, connector)
  if (!failed) return
  log.info({ connector, runId }, 'a lead feed works again')
  const failedSince = formatInstant(failed.since)
  await tellWebhooks(tx, clock, 'feed.recovered', () => [{ connector, runId, failedSince }])
  if (failed.toldChat === null) return
  const text = sayFeedIsBack(connector, clock.now() - failed.since)
  await enqueue(tx, clock, {
    kind: 'feed.alert',
    chatId: failed.toldChat,
    text,
    dedupeKey: `feed.back:${connector}:${runId}`,
  })
}
