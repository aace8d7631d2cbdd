import { isHopeless, hasWrongMapping, type RowTally } from '#domain/leads/bad-rows.ts'
import { latestVersion, settlePage, type BadRow } from '#domain/leads/settle-page.ts'
import {
  closeWindow,
  later,
  planAfresh,
  planWindow,
  type FeedState,
  type Plan,
  type Window,
} from '#domain/leads/window.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Connector, FeedKind, PageResult, SourcePage } from '#platform/leads/connector.ts'
import { STOPPED, type LeadApiFailure } from '#platform/leads/failure.ts'
import type { Log } from '#platform/log.ts'
import { claimFeed, type FeedKey } from './feed-store.ts'
import { storePage, type PageToStore } from './page-service.ts'

/** A run in progress. */
export interface Run {
  id: string
  db: Database
  clock: Clock
  log: Log
  signal: AbortSignal
  /** New rows so far. */
  added: { leads: number; deposits: number }
}

export type FeedEnd = { kind: 'done' } | { kind: 'unchanged' } | { kind: 'failed'; failure: LeadApiFailure }

/** Reads one feed of a source to its end, from where the last run came to. */
export async function readFeed(run: Run, connector: Connector, kind: FeedKind): Promise<FeedEnd> {
  const feed: FeedKey = { connector: connector.name, kind }
  const now = run.clock.now()
  const state = await claimFeed(run.db, feed, run.id)
  const end = await readWindow(run, connector, feed, state, planWindow(state, now))
  if (end.kind !== 'failed' || end.failure.reason !== 'lead_api.cursor_refused') return end
  run.log.warn({ feed, reason: end.failure.message }, 'the source does not know its cursor any more; starting over')
  return readWindow(run, connector, feed, state, planAfresh(state, now))
}

/** The feed while its pages come in. */
interface Reading {
  feed: FeedKey
  /** As the run found it. */
  state: FeedState
  window: Window
  /** True until the first page of the window was stored. */
  atStart: boolean
  tally: RowTally
}

async function readWindow(
  run: Run,
  connector: Connector,
  feed: FeedKey,
  state: FeedState,
  plan: Plan,
): Promise<FeedEnd> {
  const reading: Reading = {
    feed,
    state,
    window: plan.window,
    atStart: plan.cursor === null,
    tally: { total: 0, bad: 0 },
  }
  const over = new AbortController()
  const from = { updatedSince: plan.window.updatedSince, cursor: plan.cursor, knownEtag: plan.knownEtag }
  const pages = connector.readPages(feed.kind, from, AbortSignal.any([run.signal, over.signal]))
  try {
    return await takePages(run, reading, pages)
  } finally {
    over.abort()
    await pages.return()
  }
}

/** The next page is on its way while this one is stored: two are in memory, never more. */
async function takePages(run: Run, reading: Reading, pages: AsyncGenerator<PageResult, void, void>): Promise<FeedEnd> {
  let coming = pages.next()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const { value: result } = await coming
    if (run.signal.aborted) return { kind: 'failed', failure: STOPPED }
    if (!result) return { kind: 'done' }
    if (result.kind !== 'page') return result
    const isLast = result.page.nextCursor === null
    if (!isLast) coming = pages.next()
    // oxlint-disable-next-line no-await-in-loop
    const failure = await takePage(run, reading, result.page)
    if (failure) return { kind: 'failed', failure }
    if (isLast) return { kind: 'done' }
  }
}

async function takePage(run: Run, reading: Reading, page: SourcePage): Promise<LeadApiFailure | null> {
  const leads = settlePage(page.leads)
  const deposits = settlePage(page.deposits)
  tellBadRows(run, reading, page, [...leads.bad, ...deposits.bad])
  const tally = {
    total: reading.tally.total + leads.total + deposits.total,
    bad: reading.tally.bad + leads.bad.length + deposits.bad.length,
  }
  const latest = later(latestVersion(leads.rows), latestVersion(deposits.rows))
  const window: Window = {
    ...reading.window,
    latest: later(reading.window.latest, latest),
    etag: reading.atStart ? page.etag : reading.window.etag,
  }
  const isLast = page.nextCursor === null
  const isWrong = isLast ? hasWrongMapping(tally) : isHopeless(tally)
  const state = isWrong ? { ...reading.state, open: null } : moveOn(reading.state, window, page.nextCursor)
  const counts = await storePage(run, {
    feed: reading.feed,
    runId: run.id,
    leads,
    deposits,
    state,
  } satisfies PageToStore)
  if (!counts) return STOPPED
  run.added.leads += counts.newLeads
  run.added.deposits += counts.newDeposits
  Object.assign(reading, { window, tally, atStart: false })
  return isWrong ? describeWrongMapping(reading) : null
}

function moveOn(state: FeedState, window: Window, cursor: string | null): FeedState {
  return cursor === null ? closeWindow(state, window) : { ...state, open: { ...window, cursor } }
}

function describeWrongMapping({ feed, tally }: Reading): LeadApiFailure {
  const message = `${tally.bad} of ${tally.total} rows of the ${feed.kind} feed cannot be used. Its fields are not what was agreed; the log has the reasons.`
  return { reason: 'lead_api.malformed', message }
}

/** A few of each page: a wrong mapping would fill the log with a million lines that say the same. */
const MOST_TOLD = 10

function tellBadRows(run: Run, reading: Reading, page: SourcePage, bad: readonly BadRow[]): void {
  const { feed } = reading
  for (const { position, reason } of bad.slice(0, MOST_TOLD)) {
    run.log.warn({ runId: run.id, feed, row: reading.tally.total + position, reason }, 'a row cannot be used')
  }
  if (bad.length > MOST_TOLD) {
    run.log.warn(
      { runId: run.id, feed, more: bad.length - MOST_TOLD, nextCursor: page.nextCursor },
      'more rows cannot be used',
    )
  }
}
