import { addMilliseconds, DAY, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'

/** How far the runs of a connector reach back, in milliseconds. */
export interface Reach {
  /** Each run, since feeds deliver late. */
  overlap: number
  /** Once a day: late deposits show under old registration dates. */
  lookBack: number
  /** A window that was left open longer than this starts over: its cursor may mean nothing any more. */
  longestWindow: number
  /** It is asked by registration date: what was registered before a window began is in it, also where that is nothing. */
  byRegistration: boolean
}

/** How far the sync of one feed has come. */
export interface FeedState {
  /** The changes up to here are stored; null before the first full load. */
  syncedUntil: Instant | null
  /** What the feed called the state that was stored. */
  etag: string | null
  lookedBackAt: Instant | null
  /** A window that was begun and not read to its end. */
  open: OpenWindow | null
}

/** The pages of one question: everything that changed since. */
export interface FeedWindow {
  startedAt: Instant
  /** Null: everything. */
  updatedSince: Instant | null
  looksBack: boolean
  /** The newest change seen in it. */
  latest: Instant | null
  /** The ETag of its first page. */
  etag: string | null
  /** What registered since it began is not in it: when that was asked for last, beside it. */
  caughtUpTo: Instant
  /** Its rows so far, whichever runs they came with. */
  tally: RowTally
}

export interface OpenWindow extends FeedWindow {
  cursor: string
}

/** What the next run asks: a new window, or the open one from its cursor on. */
export interface WindowPlan {
  window: FeedWindow
  cursor: string | null
  /** Sent as `If-None-Match`. */
  knownEtag: string | null
}

export function planWindow(state: FeedState, now: Instant, reach: Reach): WindowPlan {
  const { open } = state
  // A clock that was ahead began it later than now: nobody knows what it has.
  const isUsable = open && open.startedAt <= now && open.startedAt + reach.longestWindow > now
  return isUsable ? { window: open, cursor: open.cursor, knownEtag: null } : planAfresh(state, now, reach)
}

/** Sources list what registered a while later. */
const LISTED_WITHIN = HOUR

/** Asked more often, it would take the calls that the window needs to come to its end. */
const NEWS_EVERY = 30 * MINUTE

/**
 * What is asked for now and then while a window of registration dates is read: what registered since it began, so that
 * days gone by do not keep out what comes in now, however many runs they take. What is listed later than within an hour
 * comes with the first run after the window. Null where it is not due, nothing goes on, or a window has what comes in.
 */
export function planNews(
  { window, cursor }: Pick<WindowPlan, 'window' | 'cursor'>,
  now: Instant,
  { byRegistration }: Reach,
): WindowPlan | null {
  if (cursor === null || !byRegistration) return null
  const { caughtUpTo } = window
  const isAhead = caughtUpTo > now
  if (!isAhead && now - caughtUpTo < NEWS_EVERY) return null
  const updatedSince = addMilliseconds(isAhead ? now : caughtUpTo, -LISTED_WITHIN)
  return { window: beginWindow(now, { updatedSince, looksBack: false }), cursor: null, knownEtag: null }
}

/** The state once what registered until an instant was asked for. */
export function catchUp(state: FeedState, until: Instant): FeedState {
  return { ...state, open: state.open && { ...state.open, caughtUpTo: until } }
}

function beginWindow(now: Instant, asked: Pick<FeedWindow, 'updatedSince' | 'looksBack'>): FeedWindow {
  return { ...asked, startedAt: now, latest: null, etag: null, caughtUpTo: now, tally: NO_ROWS }
}

/** A new window, whatever was left open. A long look back asks without an ETag: it is there to find what was missed. */
export function planAfresh(state: FeedState, now: Instant, reach: Reach): WindowPlan {
  const looksBack = state.lookedBackAt === null || state.lookedBackAt + DAY <= now
  const back = looksBack ? reach.lookBack : reach.overlap
  const reached = state.syncedUntil === null ? null : addMilliseconds(state.syncedUntil, -back)
  const updatedSince = state.open ? earlier(state.open.updatedSince, reached) : reached
  return {
    window: beginWindow(now, { updatedSince, looksBack }),
    cursor: null,
    knownEtag: looksBack || state.open ? null : state.etag,
  }
}

/** The state once a window was read to its end. A feed's clock that runs ahead must not carry us past its changes. */
export function closeWindow(state: FeedState, window: FeedWindow, { byRegistration }: Reach): FeedState {
  const isAhead = window.latest !== null && window.latest > window.startedAt
  const seen = byRegistration || isAhead ? window.startedAt : window.latest
  return {
    syncedUntil: later(state.syncedUntil, seen),
    etag: window.etag,
    lookedBackAt: window.looksBack ? window.startedAt : state.lookedBackAt,
    open: null,
  }
}

export function later(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}

/** Of two questions the one that asks for more; null asks for everything. */
function earlier(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return null
  return a < b ? a : b
}

/** Fewer bad rows than this, beside good ones, say nothing about the mapping: a small page may have a few by chance. */
const FEWEST_TELLING = 5
/** So many bad rows are told at once instead of reading a wrongly mapped feed to its end. */
const ENOUGH = 1_000

/** How many rows a window of a feed has given, and how many of them were bad. */
export interface RowTally {
  total: number
  bad: number
}

export const NO_ROWS: RowTally = { total: 0, bad: 0 }

/** Whether so many rows are bad that the mapping must be wrong: more than a tenth, or all of them, however few. */
export function hasWrongMapping({ total, bad }: RowTally): boolean {
  return bad > 0 && (bad === total || (bad >= FEWEST_TELLING && bad * 10 > total))
}

/** The same, while the feed is still being read: only where there is enough to tell. */
export function isHopeless(tally: RowTally): boolean {
  return tally.bad >= ENOUGH && hasWrongMapping(tally)
}
