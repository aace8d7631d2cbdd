import { QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '#contract/client.ts'
import type { Topic } from '#contract/events.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The topics of a query's answer. A change refreshes only queries with its topic. */
    queryMeta: {
      topics?: readonly Topic[]
      day?: Day
      range?: DayRange
      /** Changes with leads too, but is refreshed only after a sync that a person started. */
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

/** Refetches queries with a topic and, if days are given, with one of these days. */
export async function refreshQueries(client: QueryClient, topic: Topic, days: readonly Day[] | null): Promise<void> {
  await refresh(client, ({ meta }) => {
    if (!meta?.topics?.includes(topic)) return false
    const { day, range } = meta
    if (days === null) return true
    if (range) return days.some((each) => range.start <= each && each <= range.end)
    return day === undefined || days.includes(day)
  })
}

/** Refetches everything that leads change, whatever the result of a person's sync. */
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

/** First answers that may be older than a change; they are requested again once they arrive. */
const behind = new WeakSet<Query>()

/** A first answer is never cancelled by a newer request, and would count as fresh. */
function isFirstAwaited(query: Query): boolean {
  return query.state.fetchStatus === 'fetching' && query.state.data === undefined && !behind.has(query)
}

/**
 * Refetches everything that may have changed while nobody listened. First answers in progress are left: when a page
 * opens, they arrive while the stream is opened, and all would be requested twice.
 */
export async function refreshEverythingLive(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ meta, state }) =>
      meta?.topics !== undefined && (state.fetchStatus === 'idle' || state.data !== undefined),
  })
}
