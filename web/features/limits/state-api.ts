import { queryOptions } from '@tanstack/react-query'
import type { Answered } from '#contract/call.ts'
import { limitStateCalls } from '#contract/limit-states.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'

export type ShownLimit = Answered<typeof limitStateCalls.list>[number]

/** All limits today, or on a day. */
export function limitsOnQuery(day: Day | null) {
  return queryOptions({
    queryKey: ['limits', 'on', day],
    queryFn: () => callApi(limitStateCalls.list, { query: day === null ? {} : { date: day } }),
    meta: { topics: ['limits', 'leads', 'caps', 'pauses', 'settings'] },
  })
}

export const limitsQuery = limitsOnQuery(null)
