import { z } from 'zod'
import type { Day } from '#domain/kernel/day.ts'
import { MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { skipSync, type SkipReason, type SyncOutcome } from '#domain/leads/outcome.ts'
import type { Clock } from '#platform/clock.ts'
import { bumpDataVersion } from '#platform/db/data-version.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { Listener } from '#platform/db/listen.ts'
import { announce } from '#platform/db/notify.ts'
import { pause } from '#platform/db/pauses.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import type { Connector } from '#platform/leads/connector.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { lockFeeds } from './feed-store.ts'
import { findEndOfRequest, findLastGoodEnd, findLastStart, hasOpenRun } from './run-store.ts'
import {
  countDeliveredOn,
  listDeliveredDifferences,
  replaceDelivered,
  updateLocalDays,
  type DeliveredDifference,
} from './store.ts'
import { SYNC_ENDED } from './sync-service.ts'

export interface LeadDeps {
  db: Database
  connectors: readonly Connector[]
  clock: Clock
  jobs: Jobs
  listener: Listener
  /** Aborted when this process stops: nobody is kept waiting then. */
  stopping: AbortSignal
}

const SyncPayload = z.object({ requestId: z.string(), requestedBy: z.string() })
type SyncPayload = z.output<typeof SyncPayload>

export const syncQueue = defineQueue({
  name: 'leads.sync',
  payload: SyncPayload,
  exclusive: true,
  longestSeconds: 6 * 60 * 60,
})

const PATIENCE = MINUTE

/**
 * Asks for a sync on behalf of a person and waits for its end; null where it takes longer than a minute, or this
 * process stops meanwhile, and it goes on by itself.
 */
export async function requestSync(
  deps: LeadDeps,
  requestedBy: string,
  patience: number = PATIENCE,
): Promise<SyncOutcome | null> {
  if (deps.connectors.length === 0) return skipSync('missing_configuration')
  const requestId = newId()
  const end = awaitEnd(deps, requestId, patience)
  try {
    // Somebody who is not heard yet is not told; but a listener that cannot connect must not hold the request up.
    await Promise.race([deps.listener.ready(), pause(SECOND, end.signal)])
    const isSent = await sendSync(deps, { requestId, requestedBy })
    return isSent ? await end.outcome() : skipSync('already_running')
  } finally {
    end.giveUp()
  }
}

/** A job is closed a moment after the end of its run is told; whoever was told and asks again must not meet it. */
async function sendSync(deps: LeadDeps, payload: SyncPayload): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each try comes after the former
    if ((await deps.jobs.send(syncQueue, payload)) !== null) return true
    // oxlint-disable-next-line no-await-in-loop
    if (tries === 5 || (await hasOpenRun(deps.db))) return false
    // oxlint-disable-next-line no-await-in-loop
    await pause(60)
  }
}

function awaitEnd(deps: LeadDeps, requestId: string, patience: number) {
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
  return {
    status: readStatus(run.status),
    reason: readSkipReason(run.reason),
    message: run.message,
    processedLeads: run.new_leads,
    processedDeposits: run.new_deposits,
  }
}

function readStatus(text: string | null): SyncOutcome['status'] {
  return text === 'success' || text === 'skipped' ? text : 'error'
}

function readSkipReason(text: string | null): SkipReason | null {
  return text === 'already_running' || text === 'missing_configuration' || text === 'up_to_date' ? text : null
}

/** The tick comes once a minute, not to the second: half of it early is not too early. */
const TICK_SLACK = 30 * SECOND

/** Starts a sync when the interval of the settings has passed since the last one started. */
export async function startDueSync(deps: Pick<LeadDeps, 'db' | 'connectors' | 'clock' | 'jobs'>): Promise<boolean> {
  if (deps.connectors.length === 0) return false
  const { leadsSyncIntervalMinutes } = await readSettings(deps.db)
  const lastStart = await findLastStart(deps.db)
  const due = lastStart === null ? 0 : lastStart + leadsSyncIntervalMinutes * MINUTE - TICK_SLACK
  if (deps.clock.now() < due) return false
  const job = await deps.jobs.send(syncQueue, { requestId: newId(), requestedBy: 'schedule' })
  return job !== null
}

export interface Freshness {
  syncedAt: Instant | null
  running: boolean
  intervalMinutes: number
  configured: boolean
}

export async function readFreshness(deps: Pick<LeadDeps, 'db' | 'connectors'>): Promise<Freshness> {
  const [syncedAt, running, settings] = await Promise.all([
    findLastGoodEnd(deps.db),
    hasOpenRun(deps.db),
    readSettings(deps.db),
  ])
  return {
    syncedAt,
    running,
    intervalMinutes: settings.leadsSyncIntervalMinutes,
    configured: deps.connectors.length > 0,
  }
}

/** Every lead of a local day, those that no cap plans included. */
export async function countLeadsOfDay(db: Database, day: Day): Promise<number> {
  return countDeliveredOn(db, day)
}

/** Every key whose delivered count is not what counting its leads in the configured zone gives. */
export async function findDeliveredDifferences(db: Database): Promise<DeliveredDifference[]> {
  return listDeliveredDifferences(db, (await readSettings(db)).timezone)
}

/** Makes the delivered counts anew from the leads and answers what was different. Syncs wait meanwhile. */
export async function recountDelivered(db: Database): Promise<DeliveredDifference[]> {
  return db.transaction().execute(async (tx) => {
    await lockFeeds(tx)
    const { timezone } = await readSettings(tx)
    const differences = await listDeliveredDifferences(tx, timezone)
    await updateLocalDays(tx, timezone)
    await replaceDelivered(tx, timezone)
    if (differences.length === 0) return differences
    await announce(tx, { topic: 'leads', days: [...new Set(differences.map(({ day }) => day))] })
    await bumpDataVersion(tx)
    return differences
  })
}
