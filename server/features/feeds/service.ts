import { z } from 'zod'
import { MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { SKIP_REASONS, skipSync, type SkipReason, type SyncOutcome } from '#domain/leads/feed-run.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Listener } from '#platform/db/listen.ts'
import { pause } from '#platform/db/pauses.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { insertCall } from './call-store.ts'
import { findLastChange, listNames, type ConnectorDeps } from '#server/features/connectors/service.ts'
import { listLastConnectors, listLatestParts } from './part-store.ts'
import { findEndOfRequest, findLastStart, hasOpenRun, type OpenRun } from './run-store.ts'
import { SYNC_ENDED } from './sync-service.ts'

export {
  findLastEnded as readLastEndedRun,
  findOpenRun as readProgress,
  hasWholeRun as wasWholeAfter,
} from './run-store.ts'

export interface FeedDeps extends ConnectorDeps {
  jobs: Jobs
  listener: Listener
  /** Aborted when this process stops: nobody is kept waiting then. */
  stopping: AbortSignal
}

const SyncPayload = z.object({ requestId: z.string(), requestedBy: z.string(), awaitedFor: z.int().optional() })
type SyncPayload = z.output<typeof SyncPayload>

export const syncQueue = defineQueue({
  name: 'leads.sync',
  payload: SyncPayload,
  exclusive: true,
  longestSeconds: 6 * 60 * 60,
})

const PATIENCE = MINUTE
/**
 * Failures are repeated for a third of it: the last attempt may take 30 seconds, and its end must be reported in time.
 */
const PART_OF_RETRIES = 3

/**
 * Requests a sync for a person and waits for its end. Null if it takes longer than a minute, or this process stops; it
 * then continues by itself.
 */
export async function requestSync(
  deps: FeedDeps,
  requestedBy: string,
  patience: number = PATIENCE,
): Promise<SyncOutcome | null> {
  if (!(await hasConnectors(deps))) return skipSync('missing_configuration')
  const requestId = newId()
  const end = awaitEnd(deps, requestId, patience)
  try {
    // A listener that is not connected hears nothing, but it must not block the request.
    await Promise.race([deps.listener.ready(), pause(SECOND, end.signal)])
    const isSent = await sendSync(deps, { requestId, requestedBy, awaitedFor: Math.floor(patience / PART_OF_RETRIES) })
    return isSent ? await end.outcome() : skipSync('already_running')
  } finally {
    end.giveUp()
  }
}

/**
 * Requests a sync for a person in the caller's transaction, without waiting. Returns the reason that none was sent, or
 * null.
 */
export async function sendSyncIn(
  tx: Tx,
  { connectors, jobs }: Pick<FeedDeps, 'connectors' | 'jobs'>,
  requestedBy: string,
): Promise<'missing_configuration' | 'already_running' | null> {
  if (!(await hasConnectors({ db: tx, connectors }))) return 'missing_configuration'
  const job = await jobs.send(syncQueue, { requestId: newId(), requestedBy }, tx)
  return job === null ? 'already_running' : null
}

/**
 * A job is closed a moment after the end of its run is announced. A new request right then must not meet the old job.
 */
async function sendSync(deps: FeedDeps, payload: SyncPayload): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each try comes after the former
    if ((await deps.jobs.send(syncQueue, payload)) !== null) return true
    // oxlint-disable-next-line no-await-in-loop
    if (tries === 5 || (await hasOpenRun(deps.db))) return false
    // oxlint-disable-next-line no-await-in-loop
    await pause(60)
  }
}

function awaitEnd(deps: FeedDeps, requestId: string, patience: number) {
  const over = new AbortController()
  const impatient = AbortSignal.any([over.signal, deps.stopping])
  let told = Promise.withResolvers<void>()
  const forget = deps.listener.on(SYNC_ENDED, (payload) => {
    if (payload === requestId || payload === null) told.resolve()
  })
  return {
    signal: over.signal,
    async outcome(): Promise<SyncOutcome | null> {
      const tooLong = pause(patience, impatient).then(() => 'too long' as const)
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- told once as a rule, again only after a broken connection
        const found = await Promise.race([told.promise, tooLong])
        told = Promise.withResolvers<void>()
        // oxlint-disable-next-line no-await-in-loop
        const outcome = await readEnd(deps.db, requestId)
        if (outcome || found === 'too long') return outcome
      }
    },
    giveUp() {
      forget()
      over.abort()
    },
  }
}

async function readEnd(db: Database, requestId: string): Promise<SyncOutcome | null> {
  const run = await findEndOfRequest(db, requestId)
  if (!run) return null
  const processed = { processedLeads: run.new_leads, processedDeposits: run.new_deposits }
  const reason = readSkipReason(run.reason)
  // The last of several runs found all that an earlier one had stored.
  if (reason === 'up_to_date' && run.new_leads + run.new_deposits > 0)
    return { status: 'success', reason: null, message: null, ...processed }
  return { status: readStatus(run.status), reason, message: run.message, ...processed }
}

function readStatus(text: string | null): SyncOutcome['status'] {
  return text === 'success' || text === 'skipped' ? text : 'error'
}

function readSkipReason(text: string | null): SkipReason | null {
  return SKIP_REASONS.find((reason) => reason === text) ?? null
}

/** The tick comes once a minute, not to the second, so half a minute early is accepted. */
const TICK_SLACK = 30 * SECOND

/** Starts a sync when the interval of the settings has passed since the last one started, or a connector was changed since. */
export async function startDueSync(deps: Pick<FeedDeps, 'db' | 'connectors' | 'clock' | 'jobs'>): Promise<boolean> {
  if (!(await hasConnectors(deps))) return false
  const { leadsSyncIntervalMinutes } = await readSettings(deps.db)
  const now = deps.clock.now()
  const lastStart = await findLastStart(deps.db, now)
  const due = lastStart === null ? 0 : lastStart + leadsSyncIntervalMinutes * MINUTE - TICK_SLACK
  if (now < due && !(await isChangedSince(deps.db, lastStart))) return false
  const job = await deps.jobs.send(syncQueue, { requestId: newId(), requestedBy: 'schedule' })
  return job !== null
}

async function isChangedSince(db: Database, lastStart: Instant | null): Promise<boolean> {
  const changedAt = await findLastChange(db)
  return changedAt !== null && lastStart !== null && changedAt > lastStart
}

export type { OpenRun }

export interface Freshness {
  syncedAt: Instant | null
  running: boolean
  intervalMinutes: number
  configured: boolean
}

export async function readFreshness(deps: Pick<FeedDeps, 'db' | 'connectors'>): Promise<Freshness> {
  const [syncedAt, running, settings] = await Promise.all([
    readSyncedAt(deps),
    hasOpenRun(deps.db),
    readSettings(deps.db),
  ])
  return {
    syncedAt,
    running,
    intervalMinutes: settings.leadsSyncIntervalMinutes,
    configured: await hasConnectors(deps),
  }
}

type Named = Pick<Connector, 'name'>

/** Whether any feed is active. Without one nothing more comes by itself (docs/lead-api.md, Pause). */
export async function hasConnectors({
  db,
  connectors,
}: {
  db: Database
  connectors: readonly Named[]
}): Promise<boolean> {
  return (await listNames(db, connectors)).length > 0
}

/**
 * The time up to which data are complete; null if a connector was never read to its end. If no connector is active, the
 * last sync counts, because its leads still exist. `connectors`: those of the file.
 */
export async function readSyncedAt({
  db,
  connectors,
}: {
  db: Database
  connectors: readonly Named[]
}): Promise<Instant | null> {
  const asked = await listNames(db, connectors)
  const names = asked.length > 0 ? asked : await listLastConnectors(db)
  return findOldest(names, await listLatestParts(db, names, 'good'))
}

/** The data are as old as those of the connector with the oldest reading; null if one was never read. */
function findOldest(
  names: readonly string[],
  good: readonly { connector: string; complete_until: Instant }[],
): Instant | null {
  const known = new Map(good.map((part) => [part.connector, part.complete_until]))
  let oldest: Instant | null = null
  for (const name of names) {
    const until = known.get(name) ?? null
    if (until === null) return null
    if (oldest === null || until < oldest) oldest = until
  }
  return oldest
}

/** Takes one of the calls that a source allows. If all are taken, returns when the next is free. */
export async function takeCall(
  { db, clock }: { db: Database; clock: Clock },
  connector: string,
  limit: { calls: number; minutes: number },
): Promise<Instant | null> {
  return insertCall(db, connector, limit, clock.now())
}
