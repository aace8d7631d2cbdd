import { z } from 'zod'
import { addMilliseconds, MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { sayAgain, sayPause } from '#domain/leads/feed-run.ts'
import { latestVersion } from '#domain/leads/settle-page.ts'
import { hasWrongMapping, NO_ROWS, type RowTally } from '#domain/leads/window.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import { pause } from '#platform/db/pauses.ts'
import { defineQueue, type Jobs } from '#platform/jobs/jobs.ts'
import type { Connector, FeedKind, SourcePage } from '#platform/leads/connector.ts'
import type { LeadApiFailure } from '#platform/leads/failure.ts'
import type { Log } from '#platform/log.ts'
import {
  claimBackfill,
  endBackfill,
  hasDueBackfill,
  isClaimed,
  releaseBackfill,
  updateBackfill,
  type BackfillPlace,
  type ClaimedBackfill,
} from './backfill-store.ts'
import { readConnectors, type ConnectorDeps } from '#server/features/connectors/service.ts'
import { addPage } from './count-store.ts'
import { addToTally, describeWrongMapping, listBadRows, readyPage, tellBadRows } from './feed-service.ts'
import { storePageRows, type OnStored, type ReadyPage } from './page-service.ts'

export interface BackfillDeps extends ConnectorDeps {
  log: Log
  onStored?: OnStored
}

/** One job works at a time over all nodes, until no backfill is open. A normal sync may run in parallel. */
export const backfillQueue = defineQueue({
  name: 'leads.backfill',
  payload: z.object({}),
  exclusive: true,
  longestSeconds: 24 * 60 * 60,
})

/** Sends a worker to the backfills that are open and due, also after one was lost. */
export async function sendOpenBackfills({ db, clock, jobs }: BackfillDeps & { jobs: Jobs }): Promise<void> {
  if (await hasDueBackfill(db, clock.now())) await jobs.send(backfillQueue, {})
}

type BackfillEnd =
  | { state: 'done'; message: null }
  | { state: 'failed'; message: string }
  /** Left for another turn, no sooner than `resumesAt`. */
  | { state: 'waiting'; message: string | null; resumesAt: Instant | null }
  /** Somebody stopped it, or works on it in our place. */
  | { state: 'lost' }

/** Works on open backfills, oldest first. Each continues from its own checkpoint. */
export async function runBackfills(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  // If a source allows no further call, another backfill gets its turn. A worker that was taken for dead takes nothing
  // again.
  const left = new Set<string>()
  while (!signal.aborted) {
    const worker = newId()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const backfill = await claimBackfill(deps.db, worker, deps.clock.now(), left)
    if (!backfill) return
    // oxlint-disable-next-line no-await-in-loop
    const end = await runBackfill(deps, backfill, worker, signal)
    deps.log.info({ backfill: backfill.id, connector: backfill.connector, ...end }, 'backfill ended its turn')
    // oxlint-disable-next-line no-await-in-loop
    if (!(await settleTurn(deps, backfill.id, worker, end))) left.add(backfill.id)
  }
}

/** False where the backfill is still open, or another's. */
async function settleTurn({ db, clock }: BackfillDeps, id: string, worker: string, end: BackfillEnd): Promise<boolean> {
  if (end.state === 'waiting') await releaseBackfill(db, id, worker, end)
  if (end.state === 'waiting' || end.state === 'lost') return false
  return endBackfill(db, id, worker, { ...end, at: clock.now() })
}

async function runBackfill(
  deps: BackfillDeps,
  backfill: ClaimedBackfill,
  worker: string,
  signal: AbortSignal,
): Promise<BackfillEnd> {
  const connector = (await readConnectors(deps)).find(({ name }) => name === backfill.connector)
  if (!connector) return { state: 'failed', message: 'This lead feed is no longer configured.' }
  const watch = watchClaim(deps.db, backfill.id, worker)
  try {
    for (const kind of connector.feeds.slice(connector.feeds.indexOf(backfill.kind))) {
      const work = { deps, backfill, worker, connector, kind }
      const cursor = kind === backfill.kind ? backfill.cursor : null
      // oxlint-disable-next-line no-await-in-loop -- deposits belong to leads that were read before
      const end = await readKind(work, cursor, AbortSignal.any([signal, watch.lost]))
      if (watch.lost.aborted) return { state: 'lost' }
      if (end) return end
    }
    return { state: 'done', message: null }
  } finally {
    watch.end()
  }
}

const LOOK_EVERY = SECOND

/** Notices that a backfill was stopped, also while its source keeps us waiting. */
function watchClaim(db: Database, id: string, worker: string) {
  const lost = new AbortController()
  const ended = new AbortController()
  const look = async () => {
    while (!ended.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop
      await pause(LOOK_EVERY, ended.signal)
      // oxlint-disable-next-line no-await-in-loop -- a look that fails is made again; pages are guarded by themselves
      if (!(await isClaimed(db, id, worker).catch(() => true))) return lost.abort()
    }
  }
  void look()
  return { lost: lost.signal, end: () => ended.abort() }
}

interface BackfillWork {
  deps: BackfillDeps
  backfill: ClaimedBackfill
  worker: string
  connector: Connector
  kind: FeedKind
}

/** Null when all of the kind has come. */
async function readKind(work: BackfillWork, cursor: string | null, signal: AbortSignal): Promise<BackfillEnd | null> {
  const { deps, connector, kind, backfill } = work
  const from = { updatedSince: backfill.from, until: backfill.to, cursor, knownEtag: null }
  // Its last turn may have read but a few rows.
  let tally = cursor === null ? NO_ROWS : backfill.tally
  let rows = 0
  for await (const result of connector.readPages(kind, from, signal)) {
    if (signal.aborted) return STOPPED_HERE
    if (result.kind === 'unchanged') return null
    if (result.kind === 'paused') return { state: 'waiting', message: sayPause(result.until), resumesAt: result.until }
    if (result.kind === 'failed') return endOfFailure(result.failure, deps.clock.now())
    const page = readyPage(result.page)
    tellBadRows(deps.log, { backfill: backfill.id, connector: connector.name }, listBadRows(page, rows))
    rows += result.page.rows
    tally = addToTally(tally, page)
    if (!(await storeBackfillPage(work, result.page, page, tally))) return { state: 'lost' }
    if (result.page.nextCursor === null && hasWrongMapping(tally)) {
      return { state: 'failed', message: describeWrongMapping(kind, tally).message }
    }
  }
  return null
}

const STOPPED_HERE = { state: 'waiting', message: null, resumesAt: null } as const
const AGAIN_AFTER = 5 * MINUTE

/** A source that is busy or away for a while does not end hours of reading. */
function endOfFailure({ reason, message }: LeadApiFailure, now: Instant): BackfillEnd {
  if (reason === 'lead_api.stopped') return STOPPED_HERE
  if (reason !== 'lead_api.busy' && reason !== 'lead_api.unreachable') return { state: 'failed', message }
  const resumesAt = addMilliseconds(now, AGAIN_AFTER)
  return { state: 'waiting', message: sayAgain(message, resumesAt), resumesAt }
}

async function storeBackfillPage(
  { deps, backfill, worker, connector, kind }: BackfillWork,
  page: SourcePage,
  ready: ReadyPage,
  tally: RowTally,
): Promise<boolean> {
  const place = { ...positionAfter({ deps, backfill, connector, kind }, page, ready), tally }
  const stored = await deps.db.transaction().execute(async (tx) => {
    if (!(await updateBackfill(tx, backfill.id, worker, place))) return null
    const counts = await storePageRows(tx, deps, connector.name, ready)
    await addPage(tx, { table: 'backfills', id: backfill.id }, counts)
    return counts
  })
  if (stored) deps.onStored?.(connector.name, stored)
  return stored !== null
}

/** When one kind is read to its end, the next one begins. */
function positionAfter(
  { deps, backfill, connector, kind }: Omit<BackfillWork, 'worker'>,
  page: SourcePage,
  { leads, deposits }: ReadyPage,
): Omit<BackfillPlace, 'tally'> {
  const index = connector.feeds.indexOf(kind)
  const next = page.nextCursor === null ? connector.feeds[index + 1] : undefined
  const latest = latestVersion([...leads.rows, ...deposits.rows])
  const span = Math.max(1, deps.clock.now() - backfill.from)
  const done = page.progress ?? (latest === null ? 0 : Math.min(1, Math.max(0, (latest - backfill.from) / span)))
  const progress = (index + done) / connector.feeds.length
  return next === undefined ? { kind, cursor: page.nextCursor, progress } : { kind: next, cursor: null, progress }
}
