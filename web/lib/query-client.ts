import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import type { Topic } from '#contract/events.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** What a query's answer depends on, so that a change elsewhere refreshes it and nothing else. */
    queryMeta: {
      topics?: readonly Topic[]
      day?: Day
      range?: DayRange
      /** Moved by leads too, but asked for again only after a sync that somebody called for. */
      afterSync?: boolean
    }
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The server tells of changes (`live.ts`); looking at the window again is no reason to ask.
        refetchOnWindowFocus: false,
        staleTime: 60_000,
        // The server may be on this very machine: being offline is no reason not to try.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !isRefusal(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** Refetches what depends on a topic and, where days are named, on one of them. */
export async function refreshQueries(client: QueryClient, topic: Topic, days: readonly Day[] | null): Promise<void> {
  await refresh(client, ({ meta }) => {
    if (!meta?.topics?.includes(topic)) return false
    const { day, range } = meta
    if (days === null) return true
    if (range) return days.some((each) => range.start <= each && each <= range.end)
    return day === undefined || days.includes(day)
  })
}

/** Refetches everything that leads move, whatever came of a sync that somebody waited for. */
export async function refreshAfterSync(client: QueryClient): Promise<void> {
  await refresh(client, ({ meta }) => meta?.afterSync === true || meta?.topics?.includes('leads') === true)
}

async function refresh(client: QueryClient, concerns: (query: Query) => boolean): Promise<void> {
  const awaited = client.getQueryCache().findAll({ predicate: (query) => concerns(query) && isFirstAwaited(query) })
  await Promise.all([
    client.invalidateQueries({ predicate: concerns }),
    ...awaited.map((query) => askOnceMore(client, query)),
  ])
}

async function askOnceMore(client: QueryClient, query: Query): Promise<void> {
  behind.add(query)
  await query.promise?.catch(() => undefined)
  behind.delete(query)
  await client.invalidateQueries({ predicate: (each) => each === query })
}

/** First answers that may be of before a change, and that are asked for once more when they are there. */
const behind = new WeakSet<Query>()

/** A first answer is never cut off by a newer question, and would be taken for fresh. */
function isFirstAwaited(query: Query): boolean {
  return query.state.fetchStatus === 'fetching' && query.state.data === undefined && !behind.has(query)
}

/**
 * Refetches what may have changed unheard while nobody listened. A first answer that is on its way is let be: as a page
 * is opened its answers come while the stream is opened, and all of them would be asked for twice.
 */
export async function refreshEverythingLive(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ meta, state }) =>
      meta?.topics !== undefined && (state.fetchStatus === 'idle' || state.data !== undefined),
  })
}
