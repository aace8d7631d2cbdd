import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { BrokerCap as BrokerCapAnswer, capCalls, type BrokerCapDraftWire } from '#contract/caps.ts'
import { ApiError } from '#contract/client.ts'
import type { BrokerCap } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'

export function dayCapsQuery(day: Day) {
  return queryOptions({
    queryKey: ['caps', 'day', day],
    queryFn: () => callApi(capCalls.listDay, { params: { date: day } }),
    meta: { topics: ['caps', 'leads'], day },
  })
}

export function daySummaryQuery(day: Day) {
  return queryOptions({
    queryKey: ['caps', 'summary', day],
    queryFn: () => callApi(capCalls.summarizeDay, { query: { date: day } }),
    meta: { topics: ['caps', 'leads'], day },
  })
}

export function dayLeadsQuery(day: Day) {
  return queryOptions({
    queryKey: ['caps', 'leads', day],
    queryFn: () => callApi(capCalls.countLeads, { query: { date: day } }),
    meta: { topics: ['leads'], day },
  })
}

/** A new cap, or all fields of the one with this id. `days` are those that the change touches. */
export interface CapChange {
  id: string | null
  draft: BrokerCapDraftWire
  days: Day[]
  /** The same for a repeated try of the same cap, so that a lost answer does not make a second one. */
  idempotencyKey: string
}

export function useSaveCap() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, draft, idempotencyKey }: CapChange) =>
      id === null
        ? callApi(capCalls.create, { body: draft }, { 'idempotency-key': idempotencyKey })
        : callApi(capCalls.update, { params: { id }, body: draft }),
    // Not waited for: what was saved is saved, however long the board takes to show it.
    onSettled: (_cap, _error, { days }) => void refreshQueries(client, 'caps', days),
  })
}

export function useDeleteCap() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cap: BrokerCap) => callApi(capCalls.remove, { params: { id: cap._id } }),
    onSettled: (_answer, _error, cap) => void refreshQueries(client, 'caps', [cap.date]),
  })
}

/** The cap that stands in the way, where a refusal shows one. */
export function standingCapOf(error: unknown): BrokerCap | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = BrokerCapAnswer.safeParse(error.details.current)
  return current.success ? current.data : null
}
