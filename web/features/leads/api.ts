import { hashKey, infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TableFormat } from '#contract/file.ts'
import { leadCalls, leadColumnCalls, type SeenStatus } from '#contract/leads.ts'
import { listAdvertisers, listPublishers } from '#contract/partner-lists.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { LEAD_COLUMNS, type LeadColumn, type LeadOrder } from '#domain/leads/columns.ts'
import type { LeadFilter } from '#domain/leads/search.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import { callApi } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'

/** Which leads are looked at, in which order. */
export interface LeadView {
  filter: LeadFilter
  /** Null: newest first. */
  order: LeadOrder | null
}

/**
 * Leads page by page. New ones do not move what somebody reads: `newerQuery` tells of them. Which leads
 * are of the days of a filter, the zone decides.
 */
export function leadsQuery({ filter, order }: LeadView, zone: Zone) {
  const which = ['leads', 'list', zone.name, filter]
  return infiniteQueryOptions({
    queryKey: [...which, order],
    queryFn: ({ pageParam }) =>
      callApi(leadCalls.search, { query: { ...toQuery(filter), ...toOrder(order), after: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The same leads in another order stay until they are sorted.
    placeholderData: (before, query) =>
      query && hashKey(query.queryKey.slice(0, -1)) === hashKey(which) ? before : undefined,
    // Until something is shown, there is nothing that could jump.
    refetchInterval: ({ state }) => (state.data?.pages.every(({ leads }) => leads.length === 0) ? 15_000 : false),
  })
}

/** How many leads have come since the first one that is shown. */
export function newerQuery(filter: LeadFilter, zone: Zone, first: string | null) {
  return queryOptions({
    queryKey: ['leads', 'newer', zone.name, filter, first],
    queryFn: () => callApi(leadCalls.countNewer, { query: { ...toQuery(filter), before: first ?? '' } }),
    enabled: first !== null,
    staleTime: 0,
    meta: { topics: ['leads'] },
  })
}

export const connectorsQuery = queryOptions({
  queryKey: ['leads', 'connectors'],
  queryFn: () => callApi(leadCalls.listConnectors, {}),
  // A file that was saved is one of them.
  meta: { topics: ['leads'] },
})

/** Names of partners by what leads call them, to choose from. */
export function partnerNamesQuery(kind: PartnerKind) {
  return queryOptions({
    queryKey: ['leads', 'names', kind],
    queryFn: async (): Promise<[key: string, name: string][]> =>
      kind === 'advertiser'
        ? (await callApi(listAdvertisers, {})).map(({ advertiserId, name }) => [advertiserId, name])
        : (await callApi(listPublishers, {})).map(({ sourceNumber, name }) => [sourceNumber, name]),
    meta: { topics: [kind === 'advertiser' ? 'advertisers' : 'publishers'] as const },
  })
}

/** A lead's id is its own within its system. */
export interface LeadName {
  connector: string
  id: string
}

export function leadStoryQuery({ connector, id }: LeadName) {
  return queryOptions({
    queryKey: ['leads', 'story', connector, id],
    queryFn: () => callApi(leadCalls.story, { query: { connector, id } }),
    meta: { topics: ['leads', 'caps', 'settings'] },
  })
}

export const leadColumnsQuery = queryOptions({
  queryKey: ['leads', 'columns'],
  queryFn: async (): Promise<readonly LeadColumn[]> => (await callApi(leadColumnCalls.read, {})).columns,
  placeholderData: LEAD_COLUMNS,
})

/** Shown at once, and as they were where they are refused. */
export function useSaveColumns() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'lead-columns' },
    mutationFn: (columns: readonly LeadColumn[]) => callApi(leadColumnCalls.save, { body: { columns: [...columns] } }),
    onMutate: (columns) => {
      client.setQueryData(leadColumnsQuery.queryKey, columns)
    },
    onError: () => client.invalidateQueries(leadColumnsQuery),
  })
}

/** A file of what the list shows: its leads, in its order and columns. */
export function useLeadFile({ filter, order }: LeadView, columns: readonly LeadColumn[]) {
  return useMutation({
    mutationFn: (format: TableFormat) =>
      downloadFile(leadCalls.export, {
        query: { ...toQuery(filter), ...toOrder(order), columns: columns.join(','), format },
      }),
  })
}

function toOrder(order: LeadOrder | null) {
  return order && { sort: order.column, ...(order.descending && { descending: 'true' }) }
}

function toQuery({ unplanned, deposited, ...rest }: LeadFilter) {
  return { ...rest, ...(unplanned && { unplanned: 'true' }), ...(deposited && { deposited: 'true' }) }
}

export const statusesQuery = queryOptions({
  queryKey: ['leads', 'statuses'],
  queryFn: () => callApi(leadCalls.listStatuses, {}),
  meta: { topics: ['leads', 'settings'] },
})

/** Puts a status onto the list of invalid ones or takes it off; at once here, and back where it is refused. */
export function useJudgeStatus() {
  const client = useQueryClient()
  const put = (status: SeenStatus) =>
    client.setQueryData(statusesQuery.queryKey, (all) => all?.map((each) => (each.key === status.key ? status : each)))
  return useMutation({
    // One after the other: what was pressed last is what stands.
    scope: { id: 'statuses' },
    mutationFn: ({ status, invalid }: { status: SeenStatus; invalid: boolean }) =>
      callApi(leadCalls.judgeStatus, { params: { key: status.key }, body: { invalid } }),
    onMutate: async ({ status, invalid }) => {
      // What was asked for before this press would take it back for a moment; its saving asks anew.
      await client.cancelQueries(statusesQuery)
      put({ ...status, invalid, unreviewed: false })
    },
    onSuccess: put,
    onError: (_error, { status }) => {
      put(status)
      return client.invalidateQueries(statusesQuery)
    },
  })
}

/** Says that these were looked at and are valid. */
/** Statuses of one call: of the longest ones more would be too long a body. */
const REVIEWED_AT_ONCE = 1_000

export function useReviewStatuses() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (keys: string[]) => {
      let all: SeenStatus[] = []
      for (let first = 0; first < keys.length; first += REVIEWED_AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- the answer of the last one has what all of them changed
        all = await callApi(leadCalls.reviewStatuses, { body: { keys: keys.slice(first, first + REVIEWED_AT_ONCE) } })
      }
      return all
    },
    onSuccess: (all) => {
      client.setQueryData(statusesQuery.queryKey, all)
      // A read that began before would bring the new ones back: it gives way to another one.
      void client.invalidateQueries(statusesQuery)
    },
  })
}
