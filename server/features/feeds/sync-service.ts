import { type Instant, MINUTE } from '#domain/kernel/instant.ts'
import { sayPause, skipSync, type SyncOutcome } from '#domain/leads/feed-run.ts'
import { tryLock } from '#platform/db/election.ts'
import { newId } from '#platform/db/ids.ts'
import { notify } from '#platform/db/notify.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { STOPPED } from '#platform/leads/failure.ts'
import type { Log } from '#platform/log.ts'
import { readFeed, type ConnectorRun, type FeedEnd, type Run } from './feed-service.ts'
import { tellTrouble } from './alert-service.ts'
import type { OnStored } from './page-service.ts'
import { listNames, readConnectors, type ConnectorDeps } from '#server/features/connectors/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { claimFeed } from './feed-store.ts'
import { endOpenParts, endPart, insertPart, type PartEnd } from './part-store.ts'
import { endOpenRuns, endRun, insertRun } from './run-store.ts'

export interface SyncDeps extends ConnectorDeps {
  /** Leads to PostgreSQL itself: the lock that lets one run live at a time hangs on a connection. */
  directUrl: string
  log: Log
  onStored?: OnStored
}

export interface SyncRequest {
  /** The job of this run; null if nobody waits for it. */
  requestId: string | null
  requestedBy: string
  /** Milliseconds within which a waiting person must hear of a failure; no attempts follow after that. */
  awaitedFor?: number | undefined
  /** Ends the run at the next opportunity; the next run continues from its checkpoint. */
  signal: AbortSignal
}

/** The channel for ends of runs; the payload is the request. */
export const SYNC_ENDED = 'lead_sync_ended'

const LOCK = 'leads.sync'
/** Milliseconds. The first load of a feed takes hours, and the other feeds wait for the end of the run. */
const SHORTEST_TURN = 5 * MINUTE

/** Brings everything that changed at the sources into the tables. One run lives at a time, over all processes. */
export async function syncLeads(deps: SyncDeps, request: SyncRequest): Promise<SyncOutcome> {
  if ((await listNames(deps.db, deps.connectors)).length === 0) return skipSync('missing_configuration')
  const lock = await tryLock(deps.directUrl, LOCK)
  if (!lock) return skipSync('already_running')
  try {
    return await runSync(deps, { ...request, signal: AbortSignal.any([request.signal, lock.lost]) })
  } finally {
    await lock.release()
  }
}

async function runSync(deps: SyncDeps, request: SyncRequest): Promise<SyncOutcome> {
  // Once one connector throws, which is a bug or the database, the others must not go on without the lock.
  const broken = new AbortController()
  const signal = AbortSignal.any([request.signal, broken.signal])
  const hurry = request.awaitedFor === undefined ? null : AbortSignal.timeout(request.awaitedFor)
  const { leadsSyncIntervalMinutes } = await readSettings(deps.db)
  const turn = Math.max(SHORTEST_TURN, leadsSyncIntervalMinutes * MINUTE)
  const run: Run = { ...deps, id: newId(), signal, hurry, turn, added: { leads: 0, deposits: 0 } }
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const cutOff = await endOpenRuns(tx, now, STOPPED.message)
    await endOpenParts(tx, now, STOPPED.message)
    if (cutOff > 0) deps.log.warn({ runs: cutOff }, 'lead syncs were cut off; going on from their checkpoint')
    await insertRun(tx, { ...request, id: run.id, startedAt: now })
  })
  try {
    const claimed = await claimAll(run, await readConnectors(deps))
    // They are read again after their claim: a later change ends the reading of its feed, and starts another run.
    const connectors = (await readConnectors(deps)).filter(({ name }) => claimed.has(name))
    const parts = await readEach(run, connectors, broken)
    const outcome = concludeSync(run, parts)
    await deps.db.transaction().execute((tx) => finish({ ...deps, db: tx }, run.id, request, outcome))
    return outcome
  } catch (error) {
    // The job is taken again. This only keeps screens from showing a run that seems alive until then.
    const cutOff = interrupt(run)
    await endRun(deps.db, run.id, deps.clock.now(), cutOff).catch(() => undefined)
    throw error
  }
}

/** Returns their names. */
async function claimAll(run: Run, connectors: readonly Connector[]): Promise<Set<string>> {
  for (const { name, feeds } of connectors) {
    // oxlint-disable-next-line no-await-in-loop -- few
    for (const kind of feeds) await claimFeed(run.db, { connector: name, kind }, run.id)
  }
  return new Set(connectors.map(({ name }) => name))
}

/** In parallel, so that a slow source does not delay others. Each holds at most two pages. */
async function readEach(run: Run, connectors: readonly Connector[], broken: AbortController): Promise<Conclusion[]> {
  const reading = connectors.map(async (connector, position) => {
    try {
      return await readConnector(run, connector, position)
    } catch (error) {
      broken.abort()
      throw error
    }
  })
  const settled = await Promise.allSettled(reading)
  return settled.map((part) => {
    if (part.status === 'rejected') throw part.reason
    return part.value
  })
}

interface Conclusion extends PartEnd {
  connector: string
}

/** Reads the feeds of one connector, until the first one that does not reach its end. */
async function readConnector(run: Run, connector: Connector, position: number): Promise<Conclusion> {
  const part = { runId: run.id, connector: connector.name }
  await insertPart(run.db, { ...part, position, startedAt: run.clock.now() })
  const turn: ConnectorRun = { ...run, doubts: [] }
  const ends: FeedEnd[] = []
  for (const kind of connector.feeds) {
    // oxlint-disable-next-line no-await-in-loop -- deposits belong to leads that were read before
    const end = await readFeed(turn, connector, kind)
    ends.push(end)
    if (end.kind === 'failed' || end.kind === 'paused') break
  }
  const end = concludePart(ends, turn.doubts[0] ?? null)
  // The waiting person is told. A run with all its attempts tells the group, if it still fails then.
  const isEarly = ends.some((feed) => feed.kind === 'failed' && feed.failure.isEarly)
  await run.db.transaction().execute(async (tx) => {
    if ((await endPart(tx, part, run.clock.now(), end)) && !isEarly) await tellTrouble(tx, run, part, end)
  })
  return { ...end, connector: connector.name }
}

/** `doubt`: about rows that came although they look wrong. */
function concludePart(ends: readonly FeedEnd[], doubt: string | null): PartEnd {
  const last = ends.at(-1)
  if (last?.kind === 'failed') {
    const { reason, message } = last.failure
    return { status: reason === 'lead_api.stopped' ? 'interrupted' : 'error', message, completeUntil: null }
  }
  if (last?.kind === 'paused') {
    const pause = sayPause(last.until)
    return { status: 'paused', message: doubt === null ? pause : `${doubt} ${pause}`, completeUntil: null }
  }
  const status = ends.every((end) => end.kind === 'unchanged') ? 'unchanged' : 'success'
  return {
    status,
    message: doubt,
    completeUntil: findEarliest(
      ends.flatMap((end) => (end.kind === 'done' || end.kind === 'unchanged' ? end.until : [])),
    ),
  }
}

function findEarliest(instants: readonly Instant[]): Instant | null {
  return instants.reduce<Instant | null>((first, one) => (first === null || one < first ? one : first), null)
}

function concludeSync(run: Run, parts: readonly Conclusion[]): SyncOutcome {
  if (parts.some(({ status }) => status === 'interrupted')) return interrupt(run)
  const processed = { processedLeads: run.added.leads, processedDeposits: run.added.deposits }
  const failed = parts.filter(({ status }) => status === 'error')
  if (failed.length > 0) return { status: 'error', reason: null, message: joinMessages(failed, parts), ...processed }
  if (parts.every(({ status }) => status === 'unchanged')) return skipSync('up_to_date')
  const told = parts.filter((part) => part.message !== null)
  const message = told.length > 0 ? joinMessages(told, parts) : null
  return { status: 'success', reason: null, message, ...processed }
}

/** With several connectors, a sentence names its own. A source's own words may lack a full stop. */
function joinMessages(some: readonly Conclusion[], all: readonly Conclusion[]): string {
  return some
    .map(({ connector, message }) => (all.length > 1 ? `${connector}: ${message}` : (message ?? '')))
    .map((sentence, index) => (index < some.length - 1 && /[^.!?]$/.test(sentence) ? `${sentence}.` : sentence))
    .join(' ')
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
