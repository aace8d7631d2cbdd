import { queryOptions } from '@tanstack/react-query'
import type { Sent } from '#contract/call.ts'
import { pauseCalls } from '#contract/pauses.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { useSaving } from '#web/lib/saving.ts'
import { useCallOnce } from '#web/lib/use-once.ts'
import type { Undo } from '#web/ui/undo-toast.tsx'

/** What stops traffic at some time of a day. */
export function dayPausesQuery(day: Day) {
  return queryOptions({
    queryKey: ['pauses', 'day', day],
    queryFn: () => callApi(pauseCalls.listDay, { params: { date: day } }),
    meta: { topics: ['pauses'] },
  })
}

/** What runs, or will, with the leads that came all the same. */
export const standingPausesQuery = queryOptions({
  queryKey: ['pauses', 'standing'],
  queryFn: () => callApi(pauseCalls.listStanding, {}),
  meta: { topics: ['pauses', 'leads'] },
})

export const pauseHistoryQuery = historyQuery(['pauses'], ['pauses'], () => callApi(pauseCalls.listHistory, {}))

type Wish = Sent<typeof pauseCalls.begin>['body']

export function useBeginPause() {
  const callOnce = useCallOnce({ asksAgain: true })
  return useSaving(['pauses'], (body: Wish) => callOnce(pauseCalls.begin, { body }))
}

export function useEndPauses() {
  const callOnce = useCallOnce({ asksAgain: true })
  return useSaving(['pauses'], (ids: readonly string[]) => callOnce(pauseCalls.end, { body: { ids: [...ids] } }))
}

export const PAUSE_UNDO: Undo = { call: pauseCalls.undo, topics: ['pauses'] }
