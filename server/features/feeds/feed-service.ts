import { addMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import {
  catchUp,
  closeWindow,
  hasWrongMapping,
  isHopeless,
  later,
  NO_ROWS,
  planAfresh,
  planNews,
  planWindow,
  type FeedState,
  type FeedWindow,
  type WindowPlan,
  type RowTally,
  questionStatuses,
} from '#domain/leads/window.ts'
import { latestVersion, settlePage, type BadRow } from '#domain/leads/settle-page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { isRefusedForGood } from '#platform/db/unavailable.ts'
import type { Connector, FeedKind, PageResult, SourcePage } from '#platform/leads/connector.ts'
import { STOPPED, unstorable, type LeadApiFailure } from '#platform/leads/failure.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { PageCounts } from './count-store.ts'
import { findFeedState, updateFeed, type FeedKey } from './feed-store.ts'
import { storePage, type OnStored, type PageToStore, type ReadyPage } from './page-service.ts'
import type { BadRowToKeep } from './part-store.ts'

/** A run in progress. */
export interface Run {
  id: string
  db: Database
  clock: Clock
  log: Log
  secrets: Secrets
  onStored?: OnStored
  signal: AbortSignal
  /** Aborted when a waiting person must hear of a failure; null if nobody waits. */
  hurry: AbortSignal | null
  /** Milliseconds. For so long a run reads a feed; the next run reads the rest. */
  turn: number
  /** New rows so far. */
  added: { leads: number; deposits: number }
}

/** A run that reads the feeds of one connector. */
export interface ConnectorRun extends Run {
  /** A sentence about rows that were stored although their mapping looks wrong; empty if there are none. */
  doubts: string[]
}

export type FeedEnd =
  /** The data of the source up to then are complete. */
  | { kind: 'done' | 'unchanged'; until: Instant }
  /** The next run goes on from there. `until`: the source accepts no calls before; null if only the run's turn is over. */
  | { kind: 'paused'; until: Instant | null }
  | { kind: 'failed'; failure: LeadApiFailure }

/** `behind`: leads registered since the window began must be requested before it continues. */
type ReadingEnd = FeedEnd | { kind: 'behind' }

/** The same while it reads one of them. */
interface Turn extends ConnectorRun {
  /** Null: the feed is read to its end. */
  turnUntil: Instant | null
}

/** Reads one feed of a source, which this run has claimed, to its end, from the end of the last run. */
export async function readFeed(run: ConnectorRun, connector: Connector, kind: FeedKind): Promise<FeedEnd> {
  const turn = { ...run, turnUntil: addMilliseconds(run.clock.now(), run.turn) }
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each goes on where the one before it stopped
    const end = await readOnce(turn, connector, kind)
    if (end.kind !== 'behind') return end
  }
}

async function readOnce(run: Turn, connector: Connector, kind: FeedKind): Promise<ReadingEnd> {
  const feed: FeedKey = { connector: connector.name, kind }
  const now = run.clock.now()
  const state = await findFeedState(run.db, feed, run.id)
  if (!state) return { kind: 'failed', failure: STOPPED }
  const plan = planWindow(state, now, connector.reach)
  const news = planNews(plan, now, connector.reach)
  if (news) {
    const end = await readNews(run, connector, feed, state, news)
    if (end.kind !== 'done' && end.kind !== 'unchanged') return end
    plan.window.caughtUpTo = now
  }
  const end = await readOn(run, connector, feed, state, plan)
  if (end.kind !== 'failed' || end.failure.reason !== 'lead_api.cursor_refused') return end
  run.log.warn({ feed, reason: end.failure.message }, 'the source no longer knows its cursor; starting over')
  // To its end: a source that forgets its cursor between two runs would never get there.
  return readOn({ ...run, turnUntil: null }, connector, feed, state, planAfresh(state, now, connector.reach))
}

/** Reads a window, or the rest of it, and moves the checkpoint with each page. */
async function readOn(
  run: Turn,
  connector: Connector,
  feed: FeedKey,
  state: FeedState,
  plan: WindowPlan,
): Promise<ReadingEnd> {
  return readWindow(run, connector, feed, plan, {
    after: (window, cursor) =>
      cursor === null ? closeWindow(state, window, connector.reach) : { ...state, open: { ...window, cursor } },
    endBefore(window, cursor) {
      const now = run.clock.now()
      if (planNews({ window, cursor }, now, connector.reach) !== null) return { kind: 'behind' }
      const isOver = run.turnUntil !== null && now >= run.turnUntil
      // A window that no later run can continue is read to its end.
      return isOver && connector.reach.longestWindow > 0 ? { kind: 'paused', until: null } : null
    },
    wrong: { ...state, open: null },
  })
}

/**
 * Reads leads that came since the open window began, and leaves the window as it is. If the calls do not suffice, the
 * rest comes with the first run after the window, so that the window can finish. Its bad rows are judged then, too.
 */
async function readNews(
  run: Turn,
  connector: Connector,
  feed: FeedKey,
  state: FeedState,
  plan: WindowPlan,
): Promise<ReadingEnd> {
  const caughtUp = catchUp(state, plan.window.startedAt)
  let isBegun = false
  const after = (_window: FeedWindow, cursor: string | null) => {
    isBegun = true
    return cursor === null ? caughtUp : state
  }
  const end = await readWindow(run, connector, feed, plan, { after, endBefore: () => null, wrong: null })
  if (end.kind === 'paused' && isBegun) await updateFeed(run.db, feed, run.id, caughtUp)
  return end
}

/** How far the feed has come. */
interface Course {
  /** Called with a page and the cursor of the next one; null if it was the last. */
  after: (window: FeedWindow, cursor: string | null) => FeedState
  /** The end of the reading if the page at a cursor is not to be read now, because something else is to be read first. */
  endBefore: (window: FeedWindow, cursor: string) => ReadingEnd | null
  /** The state if the rows show a wrong mapping; null if they are not judged. */
  wrong: FeedState | null
}

/** The feed while its pages come in. */
interface FeedReading {
  feed: FeedKey
  course: Course
  window: FeedWindow
  /** True until the first page of the window was stored. */
  atStart: boolean
  /** Rows before the current page, since the reading began, good or bad. */
  rows: number
  /** The same rows, as the verdict counts them. */
  tally: RowTally
}

async function readWindow(
  run: Turn,
  connector: Connector,
  feed: FeedKey,
  plan: WindowPlan,
  course: Course,
): Promise<ReadingEnd> {
  const atStart = plan.cursor === null
  const reading: FeedReading = { feed, course, window: plan.window, atStart, rows: 0, tally: NO_ROWS }
  const over = new AbortController()
  const { updatedSince } = plan.window
  const from = { updatedSince, cursor: plan.cursor, knownEtag: plan.knownEtag, hurry: run.hurry }
  const pages = connector.readPages(feed.kind, from, AbortSignal.any([run.signal, over.signal]))
  try {
    return await takePages(run, reading, pages)
  } finally {
    over.abort()
    await pages.return()
  }
}

/** The next page is on its way while this one is stored: two are in memory, never more. */
async function takePages(
  run: Turn,
  reading: FeedReading,
  pages: AsyncGenerator<PageResult, void, void>,
): Promise<ReadingEnd> {
  // However long its pages take: leads that arrive in the meantime may be on none of them.
  const until = reading.window.startedAt
  let coming = pages.next()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before it ended
    const { value: result } = await coming
    if (run.signal.aborted) return { kind: 'failed', failure: STOPPED }
    if (!result) return { kind: 'done', until }
    if (result.kind === 'unchanged') return { kind: 'unchanged', until }
    if (result.kind !== 'page') return result
    const { nextCursor } = result.page
    const end: ReadingEnd | null =
      nextCursor === null ? { kind: 'done', until } : reading.course.endBefore(reading.window, nextCursor)
    if (!end) coming = pages.next()
    // oxlint-disable-next-line no-await-in-loop
    const failure = await takePage(run, reading, result.page)
    if (failure) return { kind: 'failed', failure }
    if (end) return end
  }
}

async function takePage(run: Turn, reading: FeedReading, page: SourcePage): Promise<LeadApiFailure | null> {
  const { feed } = reading
  const ready = readyPage(page)
  const badRows = listBadRows(ready, reading.rows)
  tellBadRows(run.log, { runId: run.id, feed }, badRows)
  const tally = addToTally(reading.window.tally, ready)
  const window: FeedWindow = {
    ...reading.window,
    tally,
    latest: later(reading.window.latest, latestVersion(feed.kind === 'leads' ? ready.leads.rows : ready.deposits.rows)),
    etag: reading.atStart ? page.etag : reading.window.etag,
  }
  const isLast = page.nextCursor === null
  const isWrong = isLast ? hasWrongMapping(tally) : isHopeless(tally)
  const wrong = isWrong ? reading.course.wrong : null
  const state = wrong ?? reading.course.after(window, page.nextCursor)
  const kept = badRows.slice(0, Math.max(0, MOST_KEPT - reading.tally.bad))
  const counts = await storeOrRefuse(run, { feed, runId: run.id, page: ready, badRows: kept, state })
  if (!counts) return STOPPED
  if ('reason' in counts) return counts
  run.added.leads += counts.newLeads
  run.added.deposits += counts.newDeposits
  const doubt = questionStatuses(ready.leads.rows.map((lead) => (lead.test ? null : lead.status)))
  // One is enough, and a first load has thousands of pages.
  if (doubt !== null && run.doubts.length === 0) run.doubts.push(doubt)
  const read = addToTally(reading.tally, ready)
  Object.assign(reading, { window, rows: reading.rows + page.rows, tally: read, atStart: false })
  if (wrong) return describeWrongMapping(feed.kind, tally)
  // Good rows of many runs must not hide a recent error. The window stays: the next run continues it.
  return !isLast && reading.course.wrong && isHopeless(read) ? describeWrongMapping(feed.kind, read) : null
}

/** A row that the database refuses for good would be refused in every repeat, so the run ends. */
async function storeOrRefuse(run: Run, page: PageToStore): Promise<PageCounts | LeadApiFailure | null> {
  try {
    return await storePage(run, page)
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    const failure = unstorable(error.message)
    // Without its details, which have the values of the row.
    run.log.error({ runId: run.id, feed: page.feed, reason: failure.message }, 'a page cannot be stored')
    return failure
  }
}

export function readyPage({ leads, deposits, withoutDeposit }: SourcePage): ReadyPage {
  return { leads: settlePage(leads), deposits: settlePage(deposits), withoutDeposit }
}

export function addToTally(tally: RowTally, { leads, deposits }: ReadyPage): RowTally {
  return {
    total: tally.total + leads.total + deposits.total,
    bad: tally.bad + leads.bad.length + deposits.bad.length,
  }
}

export function describeWrongMapping(kind: FeedKind, tally: RowTally): LeadApiFailure {
  const message = `${tally.bad} of ${tally.total} rows of the ${kind} feed cannot be used. Its fields do not match the mapping. See the log for the reasons.`
  return { reason: 'lead_api.malformed', message }
}

/** A few of each page: a wrong mapping would fill the log with a million lines that say the same. */
const MOST_TOLD = 10
/** So many of a feed are kept for the screen each time that it is read. */
const MOST_KEPT = 50

export function listBadRows({ leads, deposits }: ReadyPage, before: number): BadRowToKeep[] {
  const name = (kind: FeedKind) => (row: BadRow) => ({ kind, position: before + row.position, reason: row.reason })
  return [...leads.bad.map(name('leads')), ...deposits.bad.map(name('deposits'))]
}

/** `where`: what reads them. */
export function tellBadRows(log: Log, where: object, bad: readonly BadRowToKeep[]): void {
  for (const { kind, position, reason } of bad.slice(0, MOST_TOLD)) {
    log.warn({ ...where, kind, row: position, reason }, 'a row cannot be used')
  }
  if (bad.length > MOST_TOLD) {
    log.warn({ ...where, more: bad.length - MOST_TOLD }, 'more rows cannot be used')
  }
}
