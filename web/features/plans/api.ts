import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Sent } from '#contract/call.ts'
import { CAP_CALLS } from '#contract/caps.ts'
import type { TableFormat } from '#contract/file.ts'
import type { Topic } from '#contract/events.ts'
import { dayOffCalls } from '#contract/days-off.ts'
import { listAdvertisers } from '#contract/partner-lists.ts'
import { planCalls, type PlanLine } from '#contract/plans.ts'
import { placeOf, type CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { callApi } from '#web/lib/api.ts'
import { downloadFile } from '#web/lib/download.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { useSaving } from '#web/lib/saving.ts'
import { useCallOnce } from '#web/lib/use-once.ts'
import type { Undo } from '#web/ui/undo-toast.tsx'

export type PlanBodyWire = Sent<typeof planCalls.create>['body']['plans'][number]
export type DayOffWire = Sent<typeof dayOffCalls.add>['body']['daysOff'][number]

/** Plans make caps. */
const PLAN_TOPICS = ['plans', 'caps'] as const satisfies readonly Topic[]

/** What is saved: new plans, a change of one from a day on, or the number of one day. */
export type PlanWish =
  | { plans: readonly PlanBodyWire[] }
  | { id: string; change: Sent<typeof planCalls.change>['body'] }
  | DayWish

/** The number for one day of a plan; null: no cap. */
export interface DayWish {
  plan: Plan
  day: Day
  number: number | null
}

/** Who changed a plan, newest first. */
export const planHistoryQuery = (id: string) =>
  historyQuery(['plans', id], ['plans'], () => callApi(planCalls.listHistory, { query: { id } }))

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: () => callApi(planCalls.list, {}),
  meta: { topics: ['plans'] },
})

export const daysOffQuery = queryOptions({
  queryKey: ['plans', 'days-off'],
  queryFn: () => callApi(dayOffCalls.list, {}),
  meta: { topics: ['plans'] },
})

/** Who added or deleted days off, newest first. */
export const dayOffHistoryQuery = historyQuery(['plans', 'days-off'], ['plans'], () =>
  callApi(dayOffCalls.listHistory, {}),
)

/** The ids of the registered advertisers: of another one no plan can be made. */
export const advertisersQuery = queryOptions({
  queryKey: ['plans', 'advertisers'],
  queryFn: async () => new Set((await callApi(listAdvertisers, {})).map(({ advertiserId }) => advertiserId)),
  meta: { topics: ['advertisers'] },
})

/** The caps of a day, to make plans from. */
export function dayCapsQuery(kind: CapKind, date: Day) {
  return queryOptions({
    queryKey: ['plans', 'caps', kind, date],
    queryFn: () => callApi(CAP_CALLS[kind].listDay, { params: { date } }),
    meta: { topics: ['caps'], day: date },
  })
}

export function usePreviewPlans() {
  return useMutation({
    mutationFn: (wish: PlanWish) => {
      if ('plans' in wish) return callApi(planCalls.preview, { body: { plans: [...wish.plans] } })
      if ('change' in wish) return callApi(planCalls.previewChange, { params: { id: wish.id }, body: wish.change })
      return previewDay(wish)
    },
  })
}

export function useSavePlans() {
  const callOnce = useCallOnce()
  return useSaving(PLAN_TOPICS, async (wish: PlanWish): Promise<{ batchId: string | null }> => {
    if ('plans' in wish) return callOnce(planCalls.create, { body: { plans: [...wish.plans] } })
    if ('change' in wish) return callOnce(planCalls.change, { params: { id: wish.id }, body: wish.change })
    const { plan, day, number } = wish
    return callOnce(planCalls.setDay, { params: { id: plan._id, day }, body: { number } })
  })
}

/** The preview of a single day's change: one line, with its number. */
async function previewDay({ plan, day, number }: DayWish): Promise<PlanLine[]> {
  const caps = await callApi(CAP_CALLS[plan.kind].listDay, { params: { date: day } })
  const before = caps.find((cap) => placeOf(cap) === placeOf(plan))?.cap ?? null
  return [{ plan: 0, day, before, after: number, state: stateOf(before, number) }]
}

function stateOf(before: number | null, after: number | null): PlanLine['state'] {
  if (before === after) return 'same'
  if (before === null) return 'make'
  return after === null ? 'remove' : 'change'
}

export function useRemovePlan() {
  return useSaving(PLAN_TOPICS, (id: string) => callApi(planCalls.remove, { params: { id } }))
}

export const PLAN_UNDO: Undo = { call: planCalls.undo, topics: PLAN_TOPICS }
export const DAY_OFF_UNDO: Undo = { call: dayOffCalls.undo, topics: PLAN_TOPICS }

/** Undoes the number of one day, which is a commit of caps. */
export function undoOfDay(kind: CapKind): Undo {
  return { call: CAP_CALLS[kind].undo, topics: PLAN_TOPICS }
}

/** Public holidays of a country; empty if the geo is not a country. */
export function holidaysQuery(geo: string) {
  return queryOptions({
    queryKey: ['plans', 'holidays', geo],
    queryFn: () => callApi(dayOffCalls.listHolidays, { query: { geo } }),
  })
}

export function useAddDaysOff() {
  const callOnce = useCallOnce()
  return useSaving(PLAN_TOPICS, (daysOff: readonly DayOffWire[]) =>
    callOnce(dayOffCalls.add, { body: { daysOff: [...daysOff] } }),
  )
}

export function useRemoveDayOff() {
  return useSaving(PLAN_TOPICS, (id: string) => callApi(dayOffCalls.remove, { params: { id } }))
}

export function useDownloadPlans() {
  return useMutation({
    mutationFn: (format: TableFormat) => downloadFile(planCalls.export, { query: { format } }),
  })
}
