import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '#contract/call.ts'
import { connectorCalls } from '#contract/connectors.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export type ConnectorDraftWire = Sent<typeof connectorCalls.create>['body']

/** The systems that a feed can be set up for. */
export const presetsQuery = queryOptions({
  queryKey: ['connectors', 'presets'],
  queryFn: () => callApi(connectorCalls.listPresets, {}),
  staleTime: Infinity,
})

/** The feeds that were set up in the Control Center, for their forms. */
export const connectorsQuery = queryOptions({
  queryKey: ['connectors', 'list'],
  queryFn: () => callApi(connectorCalls.list, {}),
  staleTime: 0,
  meta: { topics: ['leads'] },
})

export const connectorHistoryQuery = historyQuery(['connectors'], ['leads'], () =>
  callApi(connectorCalls.listHistory, {}),
)

/** Asks for one page with a draft; nothing is stored. */
export function usePreview() {
  return useMutation({ mutationFn: (body: ConnectorDraftWire) => callApi(connectorCalls.preview, { body }) })
}

/** Saves a new feed, or the one whose version the draft names. */
export function useSaveConnector() {
  const callOnce = useCallOnce()
  return useChange((body: ConnectorDraftWire) =>
    body.version === null
      ? callOnce(connectorCalls.create, { body })
      : callOnce(connectorCalls.update, { params: { name: String(body.name) }, body }),
  )
}

export function usePauseConnector() {
  return useChange(({ name, paused }: { name: string; paused: boolean }) =>
    callApi(paused ? connectorCalls.pause : connectorCalls.resume, { params: { name } }),
  )
}

export function useRemoveConnector(name: string) {
  return useChange(() => callApi(connectorCalls.remove, { params: { name } }))
}

function useChange<Wanted, Answer>(mutationFn: (wanted: Wanted) => Promise<Answer>) {
  const client = useQueryClient()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['connectors', 'list'] })
    void client.invalidateQueries({ queryKey: ['connectors', 'history'] })
    void client.invalidateQueries({ queryKey: ['leads'] })
  }
  return useMutation({ mutationFn, onSettled: refresh })
}
