import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { readZone } from '#server/features/settings/service.ts'
import {
  findByDeposits,
  findByText,
  findDays,
  findInBuckets,
  listBuckets,
  namesDeposits,
  type Bucket,
  type Days,
  type ListPlace,
  type Position,
  type StoredFilter,
  type Stretch,
} from './search-store.ts'

/** Leads that are looked through in one go: few at first, since most pages are full soon. */
const FIRST_GO = 5_000
/** Days whose counts are read in one go, at first. */
const FIRST_DAYS = 32
/** A place, the number of leads to search there, and the beginning of older ones. */
interface Part {
  place: ListPlace
  leads: number
  end: Position | null
}

/** The places to search for a filter, one after the other, newest first. */
export async function* readPlaces(
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

/** The places to search, newest first, in steps: older days only if newer ones gave too few. */
export async function* readParts(
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
