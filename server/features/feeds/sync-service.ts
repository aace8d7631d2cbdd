import { skipSync, type SyncOutcome } from '#domain/leads/outcome.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { tryLock } from '#platform/db/election.ts'
import { newId } from '#platform/db/ids.ts'
import { notify } from '#platform/db/notify.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { STOPPED } from '#platform/leads/failure.ts'
import type { Log } from '#platform/log.ts'
import { readFeed, type FeedEnd, type Run } from './feed-service.ts'
import { endOpenRuns, endRun, insertRun } from './run-store.ts'

export interface SyncDeps {
  db: Database
  /** Leads to PostgreSQL itself: the lock that lets one run live at a time hangs on a connection. */
  directUrl: string
  /** None: nothing is configured. */
  connectors: readonly Connector[]
  clock: Clock
  log: Log
}

export interface SyncRequest {
  /** The job that this runs for; null where nobody waits for it. */
  requestId: string | null
  requestedBy: string
  /** Ends the run at the next chance; the next one goes on from its checkpoint. */
  signal: AbortSignal
}

/** Where the end of a run is told; the payload is its request. */
export const SYNC_ENDED = 'lead_sync_ended'

const LOCK = 'leads.sync'

/** Brings everything that changed at the sources into the tables. One run lives at a time, over all processes. */
export async function syncLeads(deps: SyncDeps, request: SyncRequest): Promise<SyncOutcome> {
  if (deps.connectors.length === 0) return skipSync('missing_configuration')
  const lock = await tryLock(deps.directUrl, LOCK)
  if (!lock) return recordSkipped(deps, request)
  try {
    return await runSync(deps, { ...request, signal: AbortSignal.any([request.signal, lock.lost]) })
  } finally {
    await lock.release()
  }
}

async function recordSkipped(deps: SyncDeps, request: SyncRequest): Promise<SyncOutcome> {
  const outcome = skipSync('already_running')
  const runId = newId()
  await deps.db.transaction().execute(async (tx) => {
    await insertRun(tx, { ...request, id: runId, startedAt: deps.clock.now() })
    await finish({ ...deps, db: tx }, runId, request, outcome)
  })
  return outcome
}

async function runSync(deps: SyncDeps, request: SyncRequest): Promise<SyncOutcome> {
  const run: Run = { ...deps, id: newId(), signal: request.signal, added: { leads: 0, deposits: 0 } }
  await deps.db.transaction().execute(async (tx) => {
    const cutOff = await endOpenRuns(tx, deps.clock.now(), STOPPED.message)
    if (cutOff > 0) deps.log.warn({ runs: cutOff }, 'lead syncs were cut off; going on from their checkpoint')
    await insertRun(tx, { ...request, id: run.id, startedAt: deps.clock.now() })
  })
  try {
    const outcome = concludeSync(run, await readConnectors(run, deps.connectors))
    await deps.db.transaction().execute((tx) => finish({ ...deps, db: tx }, run.id, request, outcome))
    return outcome
  } catch (error) {
    // The job is taken again; this only spares the screens a run that seems to be alive until then.
    const cutOff = interrupt(run)
    await endRun(deps.db, run.id, deps.clock.now(), cutOff).catch(() => undefined)
    throw error
  }
}

/** Every connector has its turn, also after another failed; the feeds of one are read until the first failure. */
async function readConnectors(run: Run, connectors: readonly Connector[]): Promise<FeedEnd[]> {
  const ends: FeedEnd[] = []
  for (const connector of connectors) {
    for (const kind of connector.feeds) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a run holds one page at a time
      const end = await readFeed(run, connector, kind)
      ends.push(end)
      if (end.kind === 'failed') break
    }
  }
  return ends
}

function concludeSync(run: Run, ends: readonly FeedEnd[]): SyncOutcome {
  const { leads, deposits } = run.added
  const failures = ends.flatMap((end) => (end.kind === 'failed' ? [end.failure] : []))
  if (failures.some(({ reason }) => reason === 'lead_api.stopped')) return interrupt(run)
  const message = failures.length > 0 ? failures.map((failure) => failure.message).join(' ') : null
  if (message !== null)
    return { status: 'error', reason: null, message, processedLeads: leads, processedDeposits: deposits }
  if (ends.every((end) => end.kind === 'unchanged')) return skipSync('up_to_date')
  return { status: 'success', reason: null, message: null, processedLeads: leads, processedDeposits: deposits }
}

function interrupt({ added }: Run): SyncOutcome {
  const { message } = STOPPED
  return {
    status: 'error',
    reason: 'interrupted',
    message,
    processedLeads: added.leads,
    processedDeposits: added.deposits,
  }
}

async function finish(deps: SyncDeps, runId: string, request: SyncRequest, outcome: SyncOutcome): Promise<void> {
  await endRun(deps.db, runId, deps.clock.now(), outcome)
  if (request.requestId !== null) await notify(deps.db, SYNC_ENDED, request.requestId)
  const { requestedBy } = request
  deps.log[outcome.status === 'error' ? 'warn' : 'info']({ runId, requestedBy, ...outcome }, 'lead sync ended')
}
