import { foldEmail, foldStatus } from '#domain/kernel/identity.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { LeadOrder } from '#domain/leads/columns.ts'
import type { LeadFilter } from '#domain/leads/search.ts'
import { spansOver } from '#domain/pauses/pause.ts'
import { isPausedAt } from '#domain/hours/paused-time.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import type { Database } from '#platform/db/database.ts'
import { readSpellings } from '#server/features/leads/status-service.ts'
import { readOneState } from '#platform/db/one-state.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import { readPausesAround } from '#server/features/pauses/service.ts'
import { readCursor, readSortedCursor, writeCursor, writeSortedCursor } from './cursor-service.ts'
import { isFate, startPicking } from './fate-service.ts'
import { readPlaces } from './places-service.ts'
import {
  countLeads,
  listLeads,
  type FoundLead,
  type Position,
  type StoredFilter,
  type Stretch,
} from './search-store.ts'
import { MOST_SORTED, readSortedPage, type SortRefusal } from './sorted-service.ts'

export { noteLeadFile } from '#server/features/leads/service.ts'
export { listConnectorNames as readConnectorNames } from './search-store.ts'

export interface SearchDeps {
  db: Database
  /** The file continues from here if `db`, a replica, fails. */
  primary?: Database
  secrets: Secrets
}

export interface LeadPage {
  /** `paused`: it came during a pause, whatever its fate. */
  leads: (FoundLead & { invalid: boolean; paused: boolean })[]
  /** The cursor of the next page; null if there is none. */
  next: string | null
  first: string | null
}

const PAGE = 50
/** A page ends early after this many searched leads; the next one continues from there. */
const MOST_LOOKED_THROUGH = 1_000_000
/** Leads that are read to be judged in one go, few at first, and for a page. */
const JUDGED_AT_FIRST = 200
const JUDGED_AT_ONCE = 3_200
const MOST_JUDGED = 50_000
const ENOUGH_NEWER = 1_000
/** Newer leads are counted again with each sync for every reader; this many are searched. */
const MOST_NEWER_LOOKED_THROUGH = 100_000
const MOST_EXPORTED = 100_000
const EXPORT_PAGE = 2_000

type CursorRefusal = { reason: 'leads.cursor' }

export type SearchRefusal = CursorRefusal | SortRefusal

/** A page of leads, newest first by default. */
export async function searchLeads(
  deps: SearchDeps,
  { order = null, ...filter }: LeadQuestion,
  after: string | undefined,
  limit = PAGE,
): Promise<Result<LeadPage, SearchRefusal>> {
  const stored = await resolve(deps, filter)
  if (order) {
    const position = after === undefined ? null : readSortedCursor(after, order)
    if (position === undefined) return refuse({ reason: 'leads.cursor' })
    const page = await readSortedPage(deps.db, stored, order, position, limit)
    if (!page.ok) return page
    const { found, next } = page.value
    return accept({
      leads: await describeLeads(deps.db, found),
      next: next && writeSortedCursor(next, order),
      first: null,
    })
  }
  const position = after === undefined ? null : readCursor(after)
  if (position === undefined) return refuse({ reason: 'leads.cursor' })
  const { found, next } = await readPage(deps.db, stored, position, limit)
  const [first] = found
  const leads = await describeLeads(deps.db, found)
  return accept({ leads, next: next && writeCursor(next), first: first ? writeCursor(first) : null })
}

/** The filter and the order; newest first by default. */
export type LeadQuestion = LeadFilter & { order?: LeadOrder | null }

/** The facts about leads from settings and pauses. */
export async function describeLeads(db: Database, found: readonly FoundLead[]): Promise<LeadPage['leads']> {
  const pauses = await readPausesAround(db, found)
  const invalid = readInvalidStatuses((await readSettings(db)).invalidStatuses)
  return found.map((lead) => ({
    ...lead,
    invalid: lead.status !== null && invalid.has(foldStatus(lead.status)),
    paused: isPausedAt(spansOver(pauses, lead), lead.createdAt),
  }))
}

export interface NewerLeads {
  count: number
  /** There may be more: so many were counted, or so many looked through. */
  more: boolean
}

/** The number of leads newer than the beginning of a page, at most 1,000. */
export async function countNewerLeads(
  deps: SearchDeps,
  filter: LeadFilter,
  before: string,
): Promise<Result<NewerLeads, CursorRefusal>> {
  const position = readCursor(before)
  if (!position) return refuse({ reason: 'leads.cursor' })
  const stored = await resolve(deps, filter)
  return accept(await countBefore(deps.db, stored, { after: null, before: position }))
}

async function countBefore(db: Database, filter: StoredFilter, stretch: Stretch): Promise<NewerLeads> {
  if (isFate(filter.fate)) {
    const bounds = { limit: ENOUGH_NEWER, mostLooked: MOST_NEWER_LOOKED_THROUGH }
    const { found, next } = await readFound(db, filter, stretch, bounds)
    const pick = await startPicking(db, filter.fate)
    return { count: (await pick(found)).length, more: next !== null }
  }
  let count = 0
  let looked = 0
  for await (const { place, leads } of readPlaces(db, filter, stretch)) {
    // Only where there is more to look through.
    if (count >= ENOUGH_NEWER || looked > MOST_NEWER_LOOKED_THROUGH) return { count, more: true }
    count += await countLeads(db, place, stretch, ENOUGH_NEWER - count)
    looked += leads
  }
  return { count, more: count >= ENOUGH_NEWER }
}

/**
 * The content of a file of leads: the zone of its days, and at most 100,000 leads in parts, newest first. In another
 * order they come from one state of the tables, so a lead that changes in the meantime is there once.
 */
export interface LeadFile {
  zone: Zone
  parts: AsyncGenerator<LeadPage['leads'], void, void>
}

export async function openLeadFile(deps: SearchDeps, question: LeadQuestion): Promise<Result<LeadFile, SearchRefusal>> {
  if (!question.order) return accept({ zone: await readZone(deps.db), parts: streamLeads(deps, question) })
  const { page, zone } = await readAnywhere(deps, (db) =>
    readOneState(db, async (tx) => ({
      page: await searchLeads({ ...deps, db: tx }, question, undefined, MOST_SORTED),
      zone: await readZone(tx),
    })),
  )
  return page.ok ? accept({ zone, parts: splitLeads(page.value.leads) }) : page
}

async function* splitLeads(leads: LeadPage['leads']): LeadFile['parts'] {
  for (let from = 0; from < leads.length; from += EXPORT_PAGE) yield leads.slice(from, from + EXPORT_PAGE)
}

/** From `db`, or from the primary where that fails. */
async function readAnywhere<T>({ db, primary }: SearchDeps, read: (db: Database) => Promise<T>): Promise<T> {
  return read(db).catch((error: unknown) => {
    if (!primary || !isUnavailable(error)) throw error
    return read(primary)
  })
}

async function* streamLeads(deps: SearchDeps, question: LeadQuestion): LeadFile['parts'] {
  let after: string | undefined
  for (let count = 0; count < MOST_EXPORTED;) {
    const limit = Math.min(EXPORT_PAGE, MOST_EXPORTED - count)
    const from = after
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before it ended
    const page = await readAnywhere(deps, (db) => searchLeads({ ...deps, db }, question, from, limit))
    // The file breaks off: one that ended here would look whole.
    if (!page.ok) throw new Error(`A page of a file of leads was refused: ${page.reason}`)
    yield page.value.leads
    count += page.value.leads.length
    if (page.value.next === null) return
    after = page.value.next
  }
}

async function resolve({ db, secrets }: SearchDeps, { status, ...asked }: LeadFilter): Promise<StoredFilter> {
  const email = foldEmail(asked.search)
  const filter = { ...asked, emailKey: email === null ? null : secrets.signEmail(email) }
  if (status === undefined) return { ...filter, spellings: null }
  const key = foldStatus(status)
  return { ...filter, spellings: await readSpellings(db, key) }
}

interface Found {
  found: FoundLead[]
  next: Position | null
}

async function readPage(db: Database, filter: StoredFilter, after: Position | null, limit: number): Promise<Found> {
  const bounds = { limit, mostLooked: MOST_LOOKED_THROUGH }
  if (!isFate(filter.fate)) return readFound(db, filter, { after, before: null }, bounds)
  const pick = await startPicking(db, filter.fate)
  const found: FoundLead[] = []
  let next = after
  for (
    let judged = 0, go = JUDGED_AT_FIRST;
    judged < MOST_JUDGED;
    judged += go, go = Math.min(4 * go, JUDGED_AT_ONCE)
  ) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before it ended
    const part = await readFound(db, filter, { after: next, before: null }, { ...bounds, limit: go })
    // oxlint-disable-next-line no-await-in-loop
    found.push(...(await pick(part.found)))
    if (found.length > limit) return cut(found, limit)
    next = part.next
    if (next === null || part.found.length < go) break
  }
  return { found, next }
}

/** The end of a reading: this many found, or about this many searched. */
interface Bounds {
  limit: number
  mostLooked: number
}

/** Of a fate, all that have one. */
async function readFound(
  db: Database,
  filter: StoredFilter,
  stretch: Stretch,
  { limit, mostLooked }: Bounds,
): Promise<Found> {
  const found: FoundLead[] = []
  let looked = 0
  for await (const { place, leads, end } of readPlaces(db, filter, stretch)) {
    found.push(...(await listLeads(db, place, stretch, limit + 1 - found.length)))
    if (found.length > limit) break
    looked += leads
    if (looked > mostLooked && end) return { found, next: end }
  }
  return cut(found, limit)
}

function cut(found: FoundLead[], limit: number): Found {
  const shown = found.slice(0, limit)
  return { found: shown, next: found.length > limit ? (shown.at(-1) ?? null) : null }
}
