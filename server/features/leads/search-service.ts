import { z } from 'zod'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldEmail, foldStatus } from '#domain/kernel/identity.ts'
import {
  addMilliseconds,
  formatInstant,
  instantFromMilliseconds,
  parseInstant,
  type Instant,
} from '#domain/kernel/instant.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { FateFilter, LeadFilter } from '#domain/leads/search.ts'
import { spansOver } from '#domain/pauses/pause.ts'
import { isPausedAt } from '#domain/hours/paused-time.ts'
import { decideFates, readFateRules, readInvalidStatuses, type LeadFate } from '#domain/payouts/fates.ts'
import type { Database } from '#platform/db/database.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { Secrets } from '#platform/secrets.ts'
import { readSettings, readZone } from '#server/features/settings/service.ts'
import { readPausesAround } from '#server/features/pauses/service.ts'
import { listLeadsBeside } from './fate-store.ts'
import {
  countLeads,
  findByDeposits,
  findByText,
  findDays,
  findInBuckets,
  listBuckets,
  listConnectorNames,
  listLeads,
  namesDeposits,
  type Bucket,
  type Days,
  type FoundLead,
  type ListPlace,
  type Position,
  type StoredFilter,
  type Stretch,
} from './search-store.ts'
import { listSpellings } from './status-store.ts'

export interface SearchDeps {
  db: Database
  /** Where a file goes on when `db`, a replica, fails. */
  primary?: Database
  secrets: Secrets
}

export interface LeadPage {
  /** `paused`: it came while its traffic was paused, whatever becomes of it. */
  leads: (FoundLead & { invalid: boolean; paused: boolean })[]
  /** Where the next page begins; null: there is none. */
  next: string | null
  first: string | null
}

const PAGE = 50
/** A page ends short where so many leads were looked through for it: the next one goes on from there. */
const MOST_LOOKED_THROUGH = 1_000_000
/** Leads that are looked through in one go: few at first, since most pages are full soon. */
const FIRST_GO = 5_000
/** Days whose counts are read in one go, at first. */
const FIRST_DAYS = 32
/** Leads that are read to be judged in one go, few at first, and for a page. */
const JUDGED_AT_FIRST = 200
const JUDGED_AT_ONCE = 3_200
const MOST_JUDGED = 50_000
const ENOUGH_NEWER = 1_000
/** Newer leads are counted again with each sync, for everyone who reads: so many are looked through for it. */
const MOST_NEWER_LOOKED_THROUGH = 100_000
const MOST_EXPORTED = 100_000
const EXPORT_PAGE = 2_000

type CursorRefusal = { reason: 'leads.cursor' }

/** A page of leads, newest first. */
export async function searchLeads(
  deps: SearchDeps,
  filter: LeadFilter,
  after: string | undefined,
  limit = PAGE,
): Promise<Result<LeadPage, CursorRefusal>> {
  const position = after === undefined ? null : readCursor(after)
  if (position === undefined) return refuse({ reason: 'leads.cursor' })
  const stored = await resolve(deps, filter)
  const { found, next } = await readPage(deps.db, stored, position, limit)
  const pauses = await readPausesAround(deps.db, found)
  const statuses = readInvalidStatuses((await readSettings(deps.db)).invalidStatuses)
  const leads = found.map((lead) => {
    const invalid = lead.status !== null && statuses.has(foldStatus(lead.status))
    return { ...lead, invalid, paused: isPausedAt(spansOver(pauses, lead), lead.createdAt) }
  })
  const [first] = leads
  return accept({ leads, next: next && writeCursor(next), first: first ? writeCursor(first) : null })
}

export interface NewerLeads {
  count: number
  /** There may be more: so many were counted, or so many looked through. */
  more: boolean
}

/** How many leads are newer than where a page began, at most 1,000. */
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

export async function readConnectorNames(db: Database): Promise<string[]> {
  return listConnectorNames(db)
}

/** What a file of leads is made of: the zone that its days are in, and the leads part by part, at most 100,000. */
export interface LeadFile {
  zone: Zone
  parts: AsyncGenerator<LeadPage['leads'], void, void>
}

export async function openLeadFile(deps: SearchDeps, filter: LeadFilter): Promise<LeadFile> {
  return { zone: await readZone(deps.db), parts: streamLeads(deps, filter) }
}

async function* streamLeads(deps: SearchDeps, filter: LeadFilter): LeadFile['parts'] {
  let after: string | undefined
  for (let count = 0; count < MOST_EXPORTED;) {
    const limit = Math.min(EXPORT_PAGE, MOST_EXPORTED - count)
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before it ended
    const page = await searchLeads(deps, filter, after, limit).catch((error: unknown) => {
      if (!deps.primary || !isUnavailable(error)) throw error
      return searchLeads({ ...deps, db: deps.primary }, filter, after, limit)
    })
    if (!page.ok) return
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
  const spellings = (await listSpellings(db)).map((each) => each.status)
  return { ...filter, spellings: spellings.filter((spelling) => foldStatus(spelling) === key) }
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

/** Where reading ends: so many found, or about so many looked through. */
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

/** A place, how many leads are looked through there, and where what is older begins. */
interface Part {
  place: ListPlace
  leads: number
  end: Position | null
}

/** Where the leads of a filter are looked for, one place after the other, newest first. */
async function* readPlaces(
  db: Database,
  filter: StoredFilter,
  { after, before }: Stretch,
): AsyncGenerator<Part, void, void> {
  const { search } = filter
  if (search !== undefined) return yield { place: findByText({ ...filter, search }), leads: 0, end: null }
  if (namesDeposits(filter)) return yield { place: findByDeposits(filter), leads: 0, end: null }
  const zone = await readZone(db)
  const days = {
    first: before ? zone.dayOf(before.createdAt) : undefined,
    last: after ? zone.dayOf(lastInstant(after)) : undefined,
  }
  for await (const buckets of readParts(db, filter, days)) {
    const last = buckets.at(-1)
    yield {
      place: findInBuckets(buckets, filter),
      leads: buckets.reduce((sum, { leads }) => sum + leads, 0),
      end: last ? beforeAll(zone.startOf(last.day)) : null,
    }
  }
}

/** Whether a filter names one fate. */
function isFate(fate: FateFilter | undefined): fate is LeadFate {
  return fate !== undefined && fate !== 'planned' && fate !== 'unplanned'
}

/** Of found leads, those of one fate. */
type PickByFate = (found: readonly FoundLead[]) => Promise<FoundLead[]>

/** A fate is decided by all leads of a cap: each cap is read once, however its leads are spread over what is found. */
async function startPicking(db: Database, fate: LeadFate): Promise<PickByFate> {
  const rules = readFateRules(await readSettings(db))
  const known = new Set<string>()
  const fitting = new Set<string>()
  return async (found) => {
    const beside = await listLeadsBeside(db, found, [...known])
    const pauses = rules.pausedLeads === null ? [] : await readPausesAround(db, beside)
    for (const [capId, leads] of Map.groupBy(beside, (lead) => lead.capId)) {
      known.add(capId)
      const [deal] = leads
      if (!deal) continue
      for (const judged of decideFates({ ...deal, pauses: spansOver(pauses, deal) }, leads, rules)) {
        if (judged.fate === fate) fitting.add(nameOf(judged.lead))
      }
    }
    return found.filter((lead) => fitting.has(nameOf(lead)))
  }
}

function nameOf({ connector, id }: { connector: string; id: string }): string {
  return JSON.stringify([connector, id])
}

/** Where the leads may be, newest first, a go at a time: older days are looked through only where newer ones gave too few. */
async function* readParts(
  db: Database,
  filter: StoredFilter,
  within: Record<keyof Days, Day | undefined>,
): AsyncGenerator<Bucket[], void, void> {
  const known = await findDays(db)
  if (!known) return
  const first = latestOf(known.first, filter.from, within.first)
  let go = FIRST_GO
  let last = earliestOf(known.last, filter.to, within.last)
  for (let days = FIRST_DAYS; last >= first; days *= 4) {
    const from = latestOf(first, addDays(last, 1 - days))
    // oxlint-disable-next-line no-await-in-loop -- as above
    const buckets = await listBuckets(db, filter, { first: from, last })
    for (let start = 0, end = 0; start < buckets.length; start = end, go *= 4) {
      end = endOfGo(buckets, start, go)
      yield buckets.slice(start, end)
    }
    last = addDays(from, -1)
  }
}

function latestOf(day: Day, ...others: (Day | undefined)[]): Day {
  return others.reduce<Day>((latest, other) => (other && other > latest ? other : latest), day)
}

function earliestOf(day: Day, ...others: (Day | undefined)[]): Day {
  return others.reduce<Day>((earliest, other) => (other && other < earliest ? other : earliest), day)
}

/** The position before which all is older than an instant. */
function beforeAll(instant: Instant): Position {
  return { createdAt: instant, connector: '', id: '' }
}

/** The latest that a lead after the position can be. */
function lastInstant({ createdAt, id }: Position): Instant {
  return id === '' ? addMilliseconds(createdAt, -1) : createdAt
}

/** Whole days, until they have as many leads as are looked through in one go. */
function endOfGo(buckets: readonly Bucket[], from: number, go: number): number {
  let end = from
  for (let leads = 0; end < buckets.length; end += 1) {
    const isNewDay = buckets[end]?.day !== buckets[end - 1]?.day
    if (isNewDay && leads >= go) break
    leads += buckets[end]?.leads ?? 0
  }
  return end
}

function cut(found: FoundLead[], limit: number): Found {
  const shown = found.slice(0, limit)
  return { found: shown, next: found.length > limit ? (shown.at(-1) ?? null) : null }
}

/** What a table cannot hold is in none of our cursors. */
const Name = z.string().refine((name) => !name.includes('\0'))
const Cursor = z.tuple([z.int(), Name, Name])

function writeCursor({ createdAt, connector, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt, connector, id])).toString('base64url')
}

/** Undefined where it is none of ours. */
function readCursor(text: string): Position | undefined {
  try {
    const { data } = Cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!data) return undefined
    const createdAt = parseInstant(formatInstant(instantFromMilliseconds(data[0])))
    return createdAt === null ? undefined : { createdAt, connector: data[1], id: data[2] }
  } catch {
    return undefined
  }
}
