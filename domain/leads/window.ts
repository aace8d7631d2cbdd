import { foldStatus } from '#domain/kernel/identity.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, type Instant } from '#domain/kernel/instant.ts'

/** How far the runs of a connector reach back, in milliseconds. */
export interface Reach {
  /** In each run, because feeds deliver late. */
  overlap: number
  /** Once a day, because late deposits appear under old registration dates. */
  lookBack: number
  /** A window that stays open longer starts again, because its cursor may no longer be valid. */
  longestWindow: number
  /** Whether the feed is requested by registration date: a window then has everything registered before it began. */
  byRegistration: boolean
}

/** How far the sync of one feed has come. */
export interface FeedState {
  /** Changes up to here are stored; null before the first full load. */
  syncedUntil: Instant | null
  /** The feed's ETag of the stored state. */
  etag: string | null
  lookedBackAt: Instant | null
  /** A window that was begun but not read to its end. */
  open: OpenWindow | null
}

/** The pages of one request: everything that changed since an instant. */
export interface FeedWindow {
  startedAt: Instant
  /** Null: everything. */
  updatedSince: Instant | null
  looksBack: boolean
  /** The newest change seen in it. */
  latest: Instant | null
  /** The ETag of its first page. */
  etag: string | null
  /** Leads registered since it began are not in it. They were last requested separately up to this instant. */
  caughtUpTo: Instant
  /** Its rows so far, over all runs. */
  tally: RowTally
}

export interface OpenWindow extends FeedWindow {
  cursor: string
}

/** The next run's request: a new window, or the open window from its cursor on. */
export interface WindowPlan {
  window: FeedWindow
  cursor: string | null
  /** Sent as `If-None-Match`. */
  knownEtag: string | null
}

export function planWindow(state: FeedState, now: Instant, reach: Reach): WindowPlan {
  const { open } = state
  // A clock that was ahead began the window later than now, so its content is unknown.
  const isUsable = open && open.startedAt <= now && open.startedAt + reach.longestWindow > now
  return isUsable ? { window: open, cursor: open.cursor, knownEtag: null } : planAfresh(state, now, reach)
}

/** Sources list a registration within this time. */
const LISTED_WITHIN = HOUR

/** More frequent requests would take the calls that the window needs to finish. */
const NEWS_EVERY = 30 * MINUTE

/**
 * A separate request, made now and then while a window of registration dates is read: leads registered since the window
 * began. So past days do not keep out new leads, however many runs they take. A lead that is listed later than within
 * an hour comes with the first run after the window. Null if it is not due, no window is open, or the window has the
 * new leads.
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

/** The state after new leads up to an instant were requested. */
export function catchUp(state: FeedState, until: Instant): FeedState {
  return { ...state, open: state.open && { ...state.open, caughtUpTo: until } }
}

function beginWindow(now: Instant, asked: Pick<FeedWindow, 'updatedSince' | 'looksBack'>): FeedWindow {
  return { ...asked, startedAt: now, latest: null, etag: null, caughtUpTo: now, tally: NO_ROWS }
}

/**
 * Plans a new window, whatever was left open. A long look back is requested without an ETag, because it must find what
 * was missed.
 */
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

/** The state after a window was read to its end. If a feed's clock runs ahead, the state must not pass its changes. */
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

/** The earlier instant; null means everything. */
function earlier(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return null
  return a < b ? a : b
}

/** With fewer bad rows beside good ones, the mapping is not in doubt: a small page may have a few by chance. */
const FEWEST_TELLING = 5
/** After this many bad rows, the run stops instead of reading a wrongly mapped feed to its end. */
const ENOUGH = 1_000

/** How many rows a window of a feed has given, and how many of them were bad. */
export interface RowTally {
  total: number
  bad: number
}

export const NO_ROWS: RowTally = { total: 0, bad: 0 }

/** Whether the mapping must be wrong: more than a tenth of the rows is bad, or all of them, however few. */
export function hasWrongMapping({ total, bad }: RowTally): boolean {
  return bad > 0 && (bad === total || (bad >= FEWEST_TELLING && bad * 10 > total))
}

/** The same while the feed is still being read: only if there are enough rows. */
export function isHopeless(tally: RowTally): boolean {
  return tally.bad >= ENOUGH && hasWrongMapping(tally)
}

/** Systems with a few hundred statuses exist, so only a page on which most leads have their own is in doubt. */
const FEWEST_STATUSES = 50

/**
 * Says that the statuses of some leads seem to come from another field, such as an id; null if they do not. The leads
 * can be stored, so nothing is refused for it.
 */
export function questionStatuses(statuses: readonly (string | null)[]): string | null {
  const said = statuses.flatMap((status) => (status === null ? [] : [foldStatus(status)]))
  const different = new Set(said).size
  if (different < FEWEST_STATUSES || different * 2 <= said.length) return null
  return `The field of the status looks wrong: ${said.length} leads have ${different} different statuses. Choose another field for it in the mapping of the feed.`
}
