import { queryOptions } from '@tanstack/react-query'
import { dayPlanCalls } from '#contract/day-plans.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'

/** Which plans made the caps of a day. */
export function dayPlansQuery(day: Day) {
  return queryOptions({
    queryKey: ['plans', 'day', day],
    queryFn: () => callApi(dayPlanCalls.list, { params: { date: day } }),
    meta: { topics: ['plans', 'caps'], day },
  })
}
