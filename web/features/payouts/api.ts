import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { ApiError } from '#contract/client.ts'
import { payoutDetailCalls } from '#contract/payout-details.ts'
import { payoutCalls, type PayoutJob, type PayoutReport, type PayoutSummary } from '#contract/payouts.ts'
import { MINUTE, SECOND } from '#domain/kernel/instant.ts'
import type { TableFormat } from '#contract/file.ts'
import type { LeadFate } from '#domain/payouts/fates.ts'
import type { DealOrder, ExtraOrder } from '#domain/payouts/orders.ts'
import type { PayoutPreset } from '#domain/payouts/range.ts'
import { callApi } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'

export type RangeMode = PayoutPreset | 'custom'

export type Affiliate = PayoutSummary['affiliateTotals'][number]

/** The chosen days, and their name. */
export interface ChosenRange extends DayRange {
  mode: RangeMode
}

const TRACK_MS = 5 * SECOND
const REFRESH_MS = MINUTE
const RANGE_HISTORY = 5
const WHOLE_HISTORY = 10
const LEADS_OF_A_PAGE = 100

const keys = { latest: ['payouts', 'latest'], jobs: ['payouts', 'jobs'] } as const

export function isOnItsWay({ status }: PayoutJob): boolean {
  return status === 'pending' || status === 'running'
}

/**
 * The newest finished report of a range, or null. Progress of a calculation does not reload it: `useNewestReport`
 * notices a new one. Deals and deposits come in pages.
 */
export function latestQuery(range: ChosenRange) {
  return queryOptions({
    queryKey: [...keys.latest, range],
    queryFn: async (): Promise<PayoutReport | null> => {
      try {
        return await callApi(payoutCalls.findLatest, { query: { ...daysOf(range), brief: 'true' } })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
}

/** A finished report; null: none is wanted. */
export function reportQuery(id: string | null) {
  return queryOptions({
    queryKey: ['payouts', 'report', id],
    queryFn: () => callApi(payoutCalls.read, { params: { id: id ?? '' }, query: { brief: 'true' } }),
    enabled: id !== null,
    // A report never changes.
    staleTime: Infinity,
  })
}

/** The newest calculations of a range. */
export function rangeJobsQuery(range: ChosenRange) {
  return jobsQuery([range], daysOf(range), RANGE_HISTORY)
}

/** The newest calculations of any range. */
export const allJobsQuery = jobsQuery(['all'], {}, WHOLE_HISTORY)

function jobsQuery(key: readonly unknown[], wish: object, limit: number) {
  return queryOptions({
    queryKey: [...keys.jobs, ...key],
    queryFn: () => callApi(payoutCalls.list, { query: { ...wish, limit: String(limit), status: 'any' } }),
    refetchInterval: REFRESH_MS,
    meta: { topics: ['payouts'] },
  })
}

/** A calculation, loaded again until it has ended. */
export function jobQuery(id: string | null) {
  return queryOptions({
    queryKey: ['payouts', 'job', id],
    queryFn: () => callApi(payoutCalls.read, { params: { id: id ?? '' }, query: { brief: 'true' } }),
    enabled: ({ state }) => id !== null && (!state.data || isOnItsWay(state.data)),
    refetchInterval: TRACK_MS,
    meta: { topics: ['payouts'] },
  })
}

export function dealLeadsQuery(reportId: string, capId: string, fate: LeadFate | null) {
  return infiniteQueryOptions({
    queryKey: ['payouts', 'leads', reportId, capId, fate],
    queryFn: ({ pageParam }) =>
      callApi(payoutCalls.listDealLeads, {
        params: { id: reportId, capId },
        query: { ...(fate && { fate }), offset: String(pageParam), limit: String(LEADS_OF_A_PAGE) },
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(({ leads }: { total: number; leads: readonly unknown[] }) => leads.length),
    // A report never changes.
    staleTime: Infinity,
  })
}

/** Which rows of a report: of one affiliate or all, in which order. */
export interface RowsWish<Order extends string> {
  reportId: string
  affiliateId: string | null
  sort: Order
  descending: boolean
}

const ROWS_OF_A_PAGE = 100
const ROWS_OF_AN_AFFILIATE = 25

function pageOf<Order extends string>({ affiliateId, sort, descending }: RowsWish<Order>, offset: number) {
  const limit = affiliateId === null ? ROWS_OF_A_PAGE : ROWS_OF_AN_AFFILIATE
  return {
    ...(affiliateId !== null && { affiliateId }),
    sort,
    descending: descending ? ('true' as const) : ('false' as const),
    offset: String(offset),
    limit: String(limit),
  }
}

/** The offset of the next page, for pages with a total. */
function nextOffset<Page extends { total: number }>(countOf: (page: Page) => number) {
  return (last: Page, pages: readonly Page[]) => {
    const shown = pages.reduce((sum, page) => sum + countOf(page), 0)
    return countOf(last) > 0 && shown < last.total ? shown : undefined
  }
}

export function dealsQuery(wish: RowsWish<DealOrder>) {
  return infiniteQueryOptions({
    queryKey: ['payouts', 'deals', wish],
    queryFn: ({ pageParam }) =>
      callApi(payoutDetailCalls.listDeals, { params: { id: wish.reportId }, query: pageOf(wish, pageParam) }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(({ deals }: { total: number; deals: readonly unknown[] }) => deals.length),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

export function extrasQuery(wish: RowsWish<ExtraOrder>) {
  return infiniteQueryOptions({
    queryKey: ['payouts', 'extras', wish],
    queryFn: ({ pageParam }) =>
      callApi(payoutDetailCalls.listExtras, { params: { id: wish.reportId }, query: pageOf(wish, pageParam) }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(
      ({ extraDeposits }: { total: number; extraDeposits: readonly unknown[] }) => extraDeposits.length,
    ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

/** The owner of deposits: a deal, or a row out of deal. */
export type DepositsOf = { capId: string } | { date: string; geo: string; advertiserId: string; sourceNumber: string }

export function depositsQuery(reportId: string, of: DepositsOf) {
  const list = 'capId' in of ? {} : { list: 'outOfDeal' as const }
  return infiniteQueryOptions({
    queryKey: ['payouts', 'deposits', reportId, of],
    queryFn: ({ pageParam }) =>
      callApi(payoutDetailCalls.listDeposits, {
        params: { id: reportId },
        query: { ...of, ...list, offset: String(pageParam), limit: String(LEADS_OF_A_PAGE) },
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(({ deposits }: { total: number; deposits: readonly unknown[] }) => deposits.length),
    staleTime: Infinity,
  })
}

/** Downloads the deals of a report as a file. */
export function useDownloadDeals(reportId: string) {
  return useMutation({
    mutationFn: (format: TableFormat) =>
      downloadFile(payoutDetailCalls.exportDeals, { params: { id: reportId }, query: { format } }),
  })
}

/** Downloads the leads of a deal, or those of one fate, as a file. */
export function useDownloadLeads(reportId: string, capId: string, fate: LeadFate | null) {
  return useMutation({
    mutationFn: (format: TableFormat) =>
      downloadFile(payoutDetailCalls.exportLeads, {
        params: { id: reportId, capId },
        query: { ...(fate && { fate }), format },
      }),
  })
}

/** Queues a calculation; the history of its range shows it at once. */
export function useQueueReport() {
  const client = useQueryClient()
  return useMutation({
    // Without a key: one at a time runs for a range, and who asks again after it wants new numbers.
    mutationFn: (range: ChosenRange) => callApi(payoutCalls.queue, { body: daysOf(range) }),
    onSuccess: async (job, range) => {
      const { queryKey } = rangeJobsQuery(range)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)])
      void client.invalidateQueries({ queryKey: keys.jobs })
    },
  })
}

export function useCancelReport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(payoutCalls.cancel, { params: { id } }),
    onSettled: (_job, _error, id) => {
      void client.invalidateQueries({ queryKey: jobQuery(id).queryKey })
      void client.invalidateQueries({ queryKey: keys.jobs })
    },
  })
}

/** Loads everything of the page again. */
export function useRefresh() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      Promise.all([keys.latest, keys.jobs].map(async (queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Loads the lists of calculations again. */
export function useRefreshJobs() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys.jobs })
}

/** What is shown is asked for and calculated by its days: after midnight the server reads a preset as another week. */
function daysOf({ start, end }: ChosenRange): DayRange {
  return { start, end }
}
