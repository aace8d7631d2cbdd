import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CapDraftWire } from '#contract/cap-fields.ts'
import { CAP_CALLS, STANDING_CAPS } from '#contract/caps.ts'
import { ApiError, type Client } from '#contract/client.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { whileSaving } from '#web/lib/saving.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

const ROOTS = { broker: 'caps', affiliate: 'affiliate-caps' } as const satisfies Record<CapKind, string>

/** The caps of a day, of either kind. */
export function listedCapsQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'day', day],
    queryFn: () => callApi(CAP_CALLS[kind].listDay, { params: { date: day } }),
    meta: { topics: ['caps', 'leads'], day },
  })
}

/** Recent leads as a help for planning. Nothing waits for them, and they do not change while somebody plans. */
export function recentLeadsQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'recent', day],
    queryFn: () => callApi(CAP_CALLS[kind].listRecent, { query: { date: day } }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

export function daySummaryQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'summary', day],
    queryFn: () => callApi(CAP_CALLS[kind].summarizeDay, { query: { date: day } }),
    meta: { topics: ['caps', 'leads'], day },
  })
}

/** Planned and delivered leads per day from the first to the last; days without caps are left out. */
export function daySummariesQuery(kind: CapKind, start: Day, end: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'days', start, end],
    queryFn: () => callApi(CAP_CALLS[kind].summarizeDays, { query: { start, end } }),
    select: (days) => new Map(days.map((day) => [day.date, day])),
    meta: { topics: ['caps', 'leads'] },
  })
}

export function dayLeadsQuery(kind: CapKind, day: Day) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'leads', day],
    queryFn: () => callApi(CAP_CALLS[kind].countLeads, { query: { date: day } }),
    meta: { topics: ['leads'], day },
  })
}

/** A new cap, or all fields of the one with this id. `days`: the days that the change affects. */
export interface CapChange {
  kind: CapKind
  draft: CapDraftWire
  id: string | null
  days: Day[]
}

/** A cap as it was saved, with the commit that undoes it. */
export type SavedCap = Cap & { batchId: string }

export function useSaveCap() {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (change: CapChange): Promise<SavedCap> => saveCap(callOnce, change),
    // Not awaited: the change is saved, however long the board takes to show it.
    onSettled: (_cap, _error, { days }) => void refreshQueries(client, 'caps', days),
  })
}

export function saveCap(call: Client, { kind, id, draft }: CapChange): Promise<SavedCap> {
  const calls = CAP_CALLS[kind]
  return whileSaving(
    id === null ? call(calls.create, { body: draft }) : call(calls.update, { params: { id }, body: draft }),
  )
}

/** One change of a cap. `before` is null for an added cap, `after` for a deleted one. */
export interface HistoryEntry {
  id: string
  batchId: string
  /** The number of changes in the same commit, also those outside this list. They are undone together. */
  batchSize: number
  /** The number of pauses that it changed, which are undone with them. */
  pauses: number
  /** Where they are, if they are few. */
  pausePlaces: string[]
  at: Instant
  actor: string
  action: string
  capId: string
  before: Cap | null
  after: Cap | null
  undone: boolean
}

/** Changes of a day or of one cap, newest first. */
export function capHistoryQuery(kind: CapKind, of: { date: Day } | { id: string }) {
  return queryOptions({
    queryKey: [ROOTS[kind], 'history', of],
    queryFn: (): Promise<HistoryEntry[]> => callApi(CAP_CALLS[kind].listHistory, { query: of }),
    staleTime: 0,
    meta: { topics: ['caps'], ...('date' in of && { day: of.date }) },
  })
}

/** Takes a commit back as a whole. */
export function useUndoCommit(kind: CapKind) {
  const client = useQueryClient()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (batchId: string) => whileSaving(callOnce(CAP_CALLS[kind].undo, { params: { id: batchId } })),
    // A refusal too says that the board is behind.
    onSettled: (answer) => void refreshQueries(client, 'caps', answer?.days ?? null),
  })
}

/** The conflicting cap of a refusal; for a commit, that of one row, `remove.0`. */
export function standingCapOf(kind: CapKind, error: unknown, row?: string): Cap | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = row === undefined ? error.details.current : readRow(error.details.current, row)
  const standing = STANDING_CAPS[kind].safeParse(current)
  return standing.success ? standing.data : null
}

function readRow(current: unknown, row: string): unknown {
  return typeof current === 'object' && current !== null ? new Map(Object.entries(current)).get(row) : undefined
}
