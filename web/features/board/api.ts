import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { boardViewCalls, type ViewScreen } from '#contract/board-views.ts'
import { callApi } from '#web/lib/api.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

/** The member's saved views of a screen, by name. */
export function namedViewsQuery(screen: ViewScreen) {
  return queryOptions({
    queryKey: ['board-views', screen],
    queryFn: () => callApi(boardViewCalls.list, { query: { screen } }),
  })
}

export function useSaveView(screen: ViewScreen) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (view: { name: string; search: string }) =>
      callOnce(boardViewCalls.save, { body: { ...view, screen } }),
    onSettled: () => client.invalidateQueries(namedViewsQuery(screen)),
  })
}

export function useForgetView(screen: ViewScreen) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (name: string) => callOnce(boardViewCalls.remove, { params: { name }, query: { screen } }),
    onSettled: () => client.invalidateQueries(namedViewsQuery(screen)),
  })
}
