import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { boardViewCalls } from '#contract/board-views.ts'
import { callApi } from '#web/lib/api.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

/** The member's own views of the board, by name. */
export const namedViewsQuery = queryOptions({
  queryKey: ['board-views'],
  queryFn: () => callApi(boardViewCalls.list, {}),
})

export function useSaveView() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (view: { name: string; search: string }) => callOnce(boardViewCalls.save, { body: view }),
    onSettled: () => client.invalidateQueries(namedViewsQuery),
  })
}

export function useForgetView() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (name: string) => callOnce(boardViewCalls.remove, { params: { name } }),
    onSettled: () => client.invalidateQueries(namedViewsQuery),
  })
}
