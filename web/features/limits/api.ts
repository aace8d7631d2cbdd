import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answered, Sent } from '#contract/call.ts'
import { limitCalls } from '#contract/limits.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export type ShownLimit = Answered<typeof limitCalls.list>[number]
export type LimitDraftWire = Sent<typeof limitCalls.create>['body']

/** Every limit as it stands today. */
export const limitsQuery = queryOptions({
  queryKey: ['limits', 'today'],
  queryFn: () => callApi(limitCalls.list, { query: {} }),
  meta: { topics: ['limits', 'leads', 'caps', 'pauses', 'settings'] },
})

/** What a limit planned and delivered, a period a row. */
export function limitPeriodsQuery(id: string) {
  return queryOptions({
    queryKey: ['limits', 'periods', id],
    queryFn: () => callApi(limitCalls.listPeriods, { params: { id } }),
    meta: { topics: ['limits', 'leads', 'caps'] },
  })
}

/** A new limit, or all fields of the one with this id. */
export function useSaveLimit() {
  const callOnce = useCallOnce()
  return useChange(({ id, draft }: { id: string | null; draft: LimitDraftWire }) =>
    id === null
      ? callOnce(limitCalls.create, { body: draft })
      : callOnce(limitCalls.update, { params: { id }, body: draft }),
  )
}

export function useRemoveLimit() {
  const callOnce = useCallOnce()
  return useChange((id: string) => callOnce(limitCalls.remove, { params: { id } }))
}

export function useUndoLimit() {
  const callOnce = useCallOnce()
  return useChange((batchId: string) => callOnce(limitCalls.undo, { params: { id: batchId } }))
}

function useChange<Wanted, Answer>(mutationFn: (wanted: Wanted) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => void refreshQueries(client, 'limits', null) })
}
