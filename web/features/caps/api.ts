import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  AffiliateCap as AffiliateCapAnswer,
  affiliateCapCalls,
  type AffiliateCapDraftWire,
} from '#contract/affiliate-caps.ts'
import { BrokerCap as BrokerCapAnswer, capCalls, type BrokerCapDraftWire } from '#contract/caps.ts'
import { ApiError } from '#contract/client.ts'
import type { BrokerCap, CapKind } from '#domain/caps/cap.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'

const ROOTS = { broker: 'caps', affiliate: 'affiliate-caps' } as const satisfies Record<CapKind, string>

/** The broker caps of a day. */
export function dayCapsQuery(day: Day) {
  return queryOptions({
    queryKey: [ROOTS.broker, 'day', day],
    queryFn: () => listBrokerCaps(day),
    meta: { topics: ['caps', 'leads'], day },
  })
}

/** The caps of a day, of either kind. */
export function listedCapsQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'day', day],
    queryFn: (): Promise<ListedCap[]> =>
      kind === 'broker' ? listBrokerCaps(day) : callApi(affiliateCapCalls.listDay, { params: { date: day } }),
    meta: { topics: ['caps', 'leads'], day },
  })
}

function listBrokerCaps(day: Day): Promise<BrokerCap[]> {
  return callApi(capCalls.listDay, { params: { date: day } })
}

export function daySummaryQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'summary', day],
    queryFn: () =>
      kind === 'broker'
        ? callApi(capCalls.summarizeDay, { query: { date: day } })
        : callApi(affiliateCapCalls.summarizeDay, { query: { date: day } }),
    meta: { topics: ['caps', 'leads'], day },
  })
}

export function dayLeadsQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'leads', day],
    queryFn: () =>
      kind === 'broker'
        ? callApi(capCalls.countLeads, { query: { date: day } })
        : callApi(affiliateCapCalls.countLeads, { query: { date: day } }),
    meta: { topics: ['leads'], day },
  })
}

export type KindDraft =
  | { kind: 'broker'; draft: BrokerCapDraftWire }
  | { kind: 'affiliate'; draft: AffiliateCapDraftWire }

/** A new cap, or all fields of the one with this id. `days` are those that the change touches. */
export type CapChange = KindDraft & {
  id: string | null
  days: Day[]
  /** The same for a repeated try of the same cap, so that a lost answer does not make a second one. */
  idempotencyKey: string
}

export function useSaveCap() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: CapChange): Promise<ListedCap> => saveCap(change),
    // Not waited for: what was saved is saved, however long the board takes to show it.
    onSettled: (_cap, _error, { days }) => void refreshQueries(client, 'caps', days),
  })
}

function saveCap(change: CapChange): Promise<ListedCap> {
  const { id, idempotencyKey } = change
  const headers = { 'idempotency-key': idempotencyKey }
  if (change.kind === 'broker') {
    return id === null
      ? callApi(capCalls.create, { body: change.draft }, headers)
      : callApi(capCalls.update, { params: { id }, body: change.draft })
  }
  return id === null
    ? callApi(affiliateCapCalls.create, { body: change.draft }, headers)
    : callApi(affiliateCapCalls.update, { params: { id }, body: change.draft })
}

export function useDeleteCap(kind: CapKind) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cap: ListedCap) =>
      callApi(kind === 'broker' ? capCalls.remove : affiliateCapCalls.remove, { params: { id: cap._id } }),
    onSettled: (_answer, _error, cap) => void refreshQueries(client, 'caps', [cap.date]),
  })
}

/** The cap that stands in the way, where a refusal shows one. */
export function standingCapOf(kind: CapKind, error: unknown): ListedCap | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error.details
  const standing = kind === 'broker' ? BrokerCapAnswer.safeParse(current) : AffiliateCapAnswer.safeParse(current)
  return standing.success ? standing.data : null
}
