import { queryOptions } from '@tanstack/react-query'
import type { Answered } from '#contract/call.ts'
import { limitStateCalls } from '#contract/limit-states.ts'
import type { Day } from '#domain/kernel/day.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'

export type ShownLimit = Answered<typeof limitStateCalls.list>[number]

/** All limits on a day. */
export function limitsOnQuery(day: Day) {
  return queryOptions({
    queryKey: ['limits', 'on', day],
    queryFn: () => callApi(limitStateCalls.list, { query: { date: day } }),
    meta: { topics: ['limits', 'leads', 'caps', 'pauses', 'settings'] },
  })
}

/** All limits today. When one will be full changes with the clock, even if no lead comes. */
export function limitsTodayQuery(today: Day) {
  return queryOptions({ ...limitsOnQuery(today), refetchInterval: MINUTE })
}
