import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answered, Sent } from '#contract/call.ts'
import { webhookCalls } from '#contract/webhooks.ts'
import { SECOND } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export type ShownWebhook = Answered<typeof webhookCalls.list>[number]
export type ShownDelivery = Answered<typeof webhookCalls.listDeliveries>[number]
type WebhookDraftWire = Sent<typeof webhookCalls.add>['body']
type WebhookEditWire = Sent<typeof webhookCalls.change>['body']

/** All endpoints; polled faster while messages wait. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => callApi(webhookCalls.list, {}),
  refetchInterval: ({ state }) => (state.data?.some(({ health }) => health.waiting > 0) ? 2 * SECOND : 30 * SECOND),
  meta: { topics: ['webhooks'] },
})

export const webhookHistoryQuery = historyQuery(['webhooks'], ['webhooks'], () => callApi(webhookCalls.listHistory, {}))

/** The latest messages of an endpoint, polled while they are open. */
export function deliveriesQuery(id: string) {
  return queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => callApi(webhookCalls.listDeliveries, { params: { id } }),
    staleTime: 0,
    refetchInterval: 2 * SECOND,
    meta: { topics: ['webhooks'] },
  })
}

/** A repeat after a lost answer adds none, and gives another key, as below. */
export function useAddWebhook() {
  const callOnce = useCallOnce()
  return useWebhooksChange((body: WebhookDraftWire) => callOnce(webhookCalls.add, { body }))
}

/** A repeat after a lost answer gives another key, which replaces the one that nobody has seen. */
export function useRotateKey() {
  const callOnce = useCallOnce()
  return useWebhooksChange((id: string) => callOnce(webhookCalls.rotateKey, { params: { id } }))
}

export function useChangeWebhook(id: string) {
  return useWebhooksChange((body: WebhookEditWire) => callApi(webhookCalls.change, { params: { id }, body }))
}

export function useRemoveWebhook(id: string) {
  return useWebhooksChange(() => callApi(webhookCalls.remove, { params: { id } }))
}

export function useTestWebhook(id: string) {
  const callOnce = useCallOnce()
  return useWebhooksChange(() => callOnce(webhookCalls.test, { params: { id } }))
}

export function useReplay(id: string) {
  const callOnce = useCallOnce()
  return useWebhooksChange(() => callOnce(webhookCalls.replay, { params: { id } }))
}

function useWebhooksChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => refreshQueries(client, 'webhooks', null) })
}
