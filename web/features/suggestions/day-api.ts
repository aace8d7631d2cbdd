import { queryOptions } from '@tanstack/react-query'
import { suggestionDayCalls } from '#contract/suggestion-days.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'

/** Suggestions change with the clock, even if no lead comes. */
const SUGGESTIONS_MS = 5 * 60_000
/** So does the forecast. It may follow leads by a minute, and no event announces it. */
const FORECAST_MS = 60_000
/** While a sweep is awaited. */
const PENDING_MS = 2_000

/** Suggestions of today and tomorrow; loaded again when the day changes. */
export function suggestionsQuery(today: Day) {
  return queryOptions({
    queryKey: ['suggestions', today],
    queryFn: () => callApi(suggestionDayCalls.list, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.sweepPending ? PENDING_MS : SUGGESTIONS_MS),
    // Whether one fits depends on caps and pauses; whether a group is told depends on settings.
    meta: { topics: ['suggestions', 'caps', 'pauses', 'settings'] },
  })
}

export function forecastQuery(day: Day) {
  return queryOptions({
    queryKey: ['forecasts', day],
    queryFn: () => callApi(suggestionDayCalls.forecast, { params: { date: day } }),
    refetchInterval: FORECAST_MS,
    meta: { topics: ['caps', 'leads', 'pauses'], day },
  })
}
