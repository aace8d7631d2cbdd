import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { apiKeyCalls, type KeyDraftWire } from '#contract/api-keys.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: () => callApi(apiKeyCalls.list, {}),
  meta: { topics: ['apiKeys'] },
  // The use of a key is no change that anybody is told of.
  staleTime: 0,
})

export const apiKeyHistoryQuery = historyQuery(['api-keys'], ['apiKeys'], () => callApi(apiKeyCalls.listHistory, {}))

/** A repeat after a lost answer makes none, and gives another secret for the key that nobody has seen. */
export function useMakeKey() {
  const callOnce = useCallOnce()
  return useKeyChange((body: KeyDraftWire) => callOnce(apiKeyCalls.make, { body }))
}

export function useRevokeKey(id: string) {
  return useKeyChange(() => callApi(apiKeyCalls.revoke, { params: { id } }))
}

function useKeyChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => refreshQueries(client, 'apiKeys', null), gcTime: 0 })
}
