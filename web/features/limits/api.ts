import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Sent } from '#contract/call.ts'
import { limitCalls } from '#contract/limits.ts'
import type { TableFormat } from '#contract/file.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { callApi } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { useSaving } from '#web/lib/saving.ts'
import { useCallOnce } from '#web/lib/use-once.ts'
import type { Undo } from '#web/ui/undo-toast.tsx'

export type LimitDraftWire = Sent<typeof limitCalls.create>['body']

/** The planned and delivered leads of all limits, in their periods that have a day of a range. */
export function limitsOverQuery({ start, end }: DayRange) {
  return queryOptions({
    queryKey: ['limits', 'over', start, end],
    queryFn: () => callApi(limitCalls.listRange, { query: { start, end } }),
    meta: { topics: ['limits', 'leads', 'caps'] },
  })
}

export const limitHistoryQuery = historyQuery(['limits'], ['limits'], () => callApi(limitCalls.listHistory, {}))

export function useDownloadLimits() {
  return useMutation({
    mutationFn: (format: TableFormat) => downloadFile(limitCalls.export, { query: { format } }),
  })
}

/** The planned and delivered leads of a limit, a period a row. */
export function limitPeriodsQuery(id: string) {
  return queryOptions({
    queryKey: ['limits', 'periods', id],
    queryFn: () => callApi(limitCalls.listPeriods, { params: { id } }),
    meta: { topics: ['limits', 'leads', 'caps'] },
  })
}

/** Adds a limit, or replaces all fields of the one with this ID. */
export function useSaveLimit() {
  const callOnce = useCallOnce()
  return useSaving(['limits'], ({ id, draft }: { id: string | null; draft: LimitDraftWire }) =>
    id === null
      ? callOnce(limitCalls.create, { body: draft })
      : callOnce(limitCalls.update, { params: { id }, body: draft }),
  )
}

export function useRemoveLimit() {
  const callOnce = useCallOnce()
  return useSaving(['limits'], (id: string) => callOnce(limitCalls.remove, { params: { id } }))
}

export const LIMIT_UNDO: Undo = { call: limitCalls.undo, topics: ['limits'] }
