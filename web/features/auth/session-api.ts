import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionCalls } from '#contract/sessions.ts'
import { callApi } from '#web/lib/api.ts'
import { endSession } from '#web/lib/session.ts'

export const ownSessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: () => callApi(sessionCalls.listOwn, {}),
  meta: { topics: ['team'] },
  staleTime: 0,
})

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(sessionCalls.endOne, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}

export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => callApi(sessionCalls.endOwn, {}), onSuccess: () => endSession() })
}
