import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  AffiliateCap as AffiliateCapAnswer,
  affiliateCapCalls,
  type AffiliateCapDraftWire,
} from '#contract/affiliate-caps.ts'
import { BrokerCap as BrokerCapAnswer, capCalls, type BrokerCapDraftWire } from '#contract/caps.ts'
import { ApiError, type Client } from '#contract/client.ts'
import type { BrokerCap, CapKind } from '#domain/caps/cap.ts'
import type { ListedCap } from '#domain/caps/slot.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-call-once.ts'

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
}

/** A cap as it was saved, with the commit that undoes it. */
export type SavedCap = ListedCap & { batchId: string }

export function useSaveCap() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (change: CapChange): Promise<SavedCap> => saveCap(callOnce, change),
    // Not waited for: what was saved is saved, however long the board takes to show it.
    onSettled: (_cap, _error, { days }) => void refreshQueries(client, 'caps', days),
  })
}

export function saveCap(call: Client, change: CapChange): Promise<SavedCap> {
  const { id } = change
  if (change.kind === 'broker') {
    return id === null
      ? call(capCalls.create, { body: change.draft })
      : call(capCalls.update, { params: { id }, body: change.draft })
  }
  return id === null
    ? call(affiliateCapCalls.create, { body: change.draft })
    : call(affiliateCapCalls.update, { params: { id }, body: change.draft })
}

/** One change of a cap. `before` is null where it was added, `after` where it was deleted. */
export interface HistoryEntry {
  id: string
  batchId: string
  /** How many changes its commit made, also beside what was asked for; they are taken back together. */
  batchSize: number
  at: Instant
  actor: string
  action: string
  capId: string
  before: ListedCap | null
  after: ListedCap | null
  undone: boolean
}

/** Who changed what, newest first: of a day, or of one cap. */
export function capHistoryQuery(kind: CapKind, of: { date: Day } | { id: string }) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'history', of],
    queryFn: (): Promise<HistoryEntry[]> =>
      kind === 'broker'
        ? callApi(capCalls.listHistory, { query: of })
        : callApi(affiliateCapCalls.listHistory, { query: of }),
    staleTime: 0,
    meta: { topics: ['caps'], ...('date' in of && { day: of.date }) },
  })
}

/** Takes a commit back as a whole. */
export function useUndoCommit(kind: CapKind) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (batchId: string) =>
      callOnce(kind === 'broker' ? capCalls.undo : affiliateCapCalls.undo, { params: { id: batchId } }),
    // A refusal too says that the board is behind.
    onSettled: (answer) => void refreshQueries(client, 'caps', answer?.days ?? null),
  })
}

/** The cap that stands in the way, where a refusal shows one; of a commit that of one row, `remove.0`. */
export function standingCapOf(kind: CapKind, error: unknown, row?: string): ListedCap | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = row === undefined ? error.details.current : readRow(error.details.current, row)
  const standing = kind === 'broker' ? BrokerCapAnswer.safeParse(current) : AffiliateCapAnswer.safeParse(current)
  return standing.success ? standing.data : null
}

function readRow(current: unknown, row: string): unknown {
  return typeof current === 'object' && current !== null ? new Map(Object.entries(current)).get(row) : undefined
}
