import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sent } from '#contract/call.ts'
import { CAP_CALLS } from '#contract/caps.ts'
import type { TableFormat } from '#contract/file.ts'
import { planCalls } from '#contract/plans.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export type PlanBodyWire = Sent<typeof planCalls.create>['body']['plans'][number]
export type DayOffWire = Sent<typeof planCalls.addDayOff>['body']

/** What is to be saved: new plans, or a change of one from a day on. */
export type PlanWish =
  | { plans: readonly PlanBodyWire[] }
  | { id: string; change: Sent<typeof planCalls.change>['body'] }

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => callApi(planCalls.list, {}),
  meta: { topics: ['plans'] },
})

export const daysOffQuery = queryOptions({
  queryKey: ['plans', 'days-off'],
  queryFn: () => callApi(planCalls.listDaysOff, {}),
  meta: { topics: ['plans'] },
})

/** The caps of a day, to make plans of. */
export function dayCapsQuery(kind: CapKind, date: Day) {
  return queryOptions({
    queryKey: ['plans', 'caps', kind, date],
    queryFn: () => callApi(CAP_CALLS[kind].listDay, { params: { date } }),
    meta: { topics: ['caps'], day: date },
  })
}

export function usePreviewPlans() {
  return useMutation({
    mutationFn: (wish: PlanWish) =>
      'plans' in wish
        ? callApi(planCalls.preview, { body: { plans: [...wish.plans] } })
        : callApi(planCalls.previewChange, { params: { id: wish.id }, body: wish.change }),
  })
}

export function useSavePlans() {
  const callOnce = useCallOnce()
  return usePlanChange((wish: PlanWish) =>
    'plans' in wish
      ? callOnce(planCalls.create, { body: { plans: [...wish.plans] } })
      : callOnce(planCalls.change, { params: { id: wish.id }, body: wish.change }),
  )
}

export function useRemovePlan() {
  return usePlanChange((id: string) => callApi(planCalls.remove, { params: { id } }))
}

export function useUndoPlans() {
  const callOnce = useCallOnce()
  return usePlanChange((id: string) => callOnce(planCalls.undo, { params: { id } }))
}

export function useAddDayOff() {
  const callOnce = useCallOnce()
  return usePlanChange((body: DayOffWire) => callOnce(planCalls.addDayOff, { body }))
}

export function useRemoveDayOff() {
  return usePlanChange((id: string) => callApi(planCalls.removeDayOff, { params: { id } }))
}

export function useDownloadPlans() {
  return useMutation({
    mutationFn: (format: TableFormat) => downloadFile(planCalls.export, { query: { format } }),
  })
}

/** Whatever becomes of it, what is shown of plans and of the caps that they make is read again. */
function usePlanChange<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => {
      void refreshQueries(client, 'plans', null)
      void refreshQueries(client, 'caps', null)
    },
  })
}
