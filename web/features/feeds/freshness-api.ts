import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { feedCalls } from '#contract/feeds.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshAfterSync } from '#web/lib/query-client.ts'

// What every board shows of the feeds; the rest loads with their screen.

/** Polled faster while a sync runs: its end is not told to screens where it brought nothing more. */
export const freshnessQuery = queryOptions({
  queryKey: ['leads', 'freshness'],
  queryFn: () => callApi(feedCalls.freshness, {}),
  refetchInterval: ({ state }) => (state.data?.running ? 2_000 : 60_000),
  meta: { topics: ['leads'] },
})

/** Runs a sync; whatever its result, everything that depends on leads is loaded again. */
export function useRunSync() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(feedCalls.runSync, {}),
    onSettled: () => void refreshAfterSync(client),
  })
}
