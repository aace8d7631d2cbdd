import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { feedTestCalls } from '#contract/feed-test.ts'
import { feedStatusCalls, type FeedStatus } from '#contract/feed-status.ts'
import { callApi } from '#web/lib/api.ts'

/** Reads the first rows of each source; nothing is stored. */
export function useTestSources() {
  return useMutation({ mutationFn: () => callApi(feedTestCalls.test, {}) })
}

const isBusy = ({ last, backfill }: FeedStatus) =>
  last?.status === 'running' || backfill?.state === 'running' || backfill?.state === 'waiting'

/** The state of each feed; polled faster while something runs. */
export const feedStatusQuery = queryOptions({
  queryKey: ['leads', 'feeds', 'status'],
  queryFn: () => callApi(feedStatusCalls.readStatus, {}),
  refetchInterval: ({ state }) => (state.data?.connectors.some(isBusy) ? 2_000 : 30_000),
  meta: { topics: ['leads'] },
})

export const runsQuery = queryOptions({
  queryKey: ['leads', 'feeds', 'runs'],
  queryFn: () => callApi(feedStatusCalls.listRuns, {}),
  refetchInterval: 30_000,
  meta: { topics: ['leads'] },
})

function useFeedsChanged() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['leads', 'feeds'] })
}

export function useStartBackfill() {
  const onSettled = useFeedsChanged()
  return useMutation({
    // Without a key: one at a time runs for a feed, and who asks again after it wants the days read again.
    mutationFn: (body: { connector: string; from: string; to: string }) =>
      callApi(feedStatusCalls.startBackfill, { body }),
    onSettled,
  })
}

export function useStopBackfill() {
  const onSettled = useFeedsChanged()
  return useMutation({
    mutationFn: (id: string) => callApi(feedStatusCalls.stopBackfill, { params: { id } }),
    onSettled,
  })
}
