import type { LeadOrder } from '#domain/leads/columns.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { Database } from '#platform/db/database.ts'
import { isFate, startPicking } from './fate-service.ts'
import { readParts } from './places-service.ts'
import {
  countLeads,
  findByDeposits,
  findByText,
  findInBuckets,
  namesDeposits,
  type Bucket,
  type FoundLead,
  type ListPlace,
  type StoredFilter,
} from './search-store.ts'
import { listSorted, type SortedPosition } from './sorted-store.ts'

/** Sorting looks through all leads of a place, each page anew. */
export const MOST_SORTED = 50_000
/** Leads that are read to be judged in one go. */
const JUDGED_AT_ONCE = 2_000

export interface SortedPage {
  found: FoundLead[]
  next: SortedPosition | null
}

export type SortRefusal = { reason: 'leads.too-many-to-sort' }

/** A page of leads in another order, if they are few enough to sort. */
export async function readSortedPage(
  db: Database,
  filter: StoredFilter,
  order: LeadOrder,
  after: SortedPosition | null,
  limit: number,
): Promise<Result<SortedPage, SortRefusal>> {
  const place = await findPlace(db, filter)
  if (place === 'too-many') return refuse({ reason: 'leads.too-many-to-sort' })
  if (place === null) return accept({ found: [], next: null })
  const list = (from: SortedPosition | null, most: number) => listSorted(db, place, order, from, most)
  if (!isFate(filter.fate)) return accept(cut(await list(after, limit + 1), limit))
  const pick = await startPicking(db, filter.fate)
  const picked: Awaited<ReturnType<typeof list>> = []
  for (let from = after; picked.length <= limit;) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before it ended
    const part = await list(from, JUDGED_AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop
    picked.push(...(await pick(part)))
    from = part.at(-1) ?? null
    if (part.length < JUDGED_AT_ONCE) break
  }
  return accept(cut(picked, limit))
}

function cut(found: (FoundLead & { value: string | null })[], limit: number): SortedPage {
  const shown = found.slice(0, limit)
  return {
    found: shown.map(({ value: _, ...lead }) => lead),
    next: found.length > limit ? (shown.at(-1) ?? null) : null,
  }
}

/** The place of all leads of a filter; null if there are none. */
async function findPlace(db: Database, filter: StoredFilter): Promise<ListPlace | 'too-many' | null> {
  const { search } = filter
  if (search !== undefined) return bounded(db, findByText({ ...filter, search }))
  if (namesDeposits(filter)) return bounded(db, findByDeposits(filter))
  const all: Bucket[] = []
  let leads = 0
  for await (const buckets of readParts(db, filter, { first: undefined, last: undefined })) {
    all.push(...buckets)
    leads += buckets.reduce((sum, bucket) => sum + bucket.leads, 0)
    if (leads > MOST_SORTED) return 'too-many'
  }
  return all.length === 0 ? null : findInBuckets(all, filter)
}

async function bounded(db: Database, place: ListPlace): Promise<ListPlace | 'too-many'> {
  const leads = await countLeads(db, place, { after: null, before: null }, MOST_SORTED + 1)
  return leads > MOST_SORTED ? 'too-many' : place
}
