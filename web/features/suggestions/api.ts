import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { suggestionCalls, type Suggestion, type SuggestionDay } from '#contract/suggestions.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'

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
    queryFn: () => callApi(suggestionCalls.list, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.sweepPending ? PENDING_MS : SUGGESTIONS_MS),
    // Whether one fits depends on caps; whether a group is told depends on settings.
    meta: { topics: ['suggestions', 'caps', 'settings'] },
  })
}

export function forecastQuery(day: Day) {
  return queryOptions({
    queryKey: ['forecasts', day],
    queryFn: () => callApi(suggestionCalls.forecast, { params: { date: day } }),
    refetchInterval: FORECAST_MS,
    meta: { topics: ['caps', 'leads'], day },
  })
}

const DECISIONS = {
  apply: suggestionCalls.apply,
  pause: suggestionCalls.pause,
  dismiss: suggestionCalls.dismiss,
  undo: suggestionCalls.undo,
} as const

export type Decision = keyof typeof DECISIONS

/** Decides a suggestion; the answer replaces it in the list at once. */
export function useDecide(today: Day) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      callApi(DECISIONS[decision], { params: { id } }),
    onSuccess: (decided) => {
      client.setQueryData(suggestionsQuery(today).queryKey, (before) => before && replace(before, decided))
    },
    // After a refusal the list is outdated too.
    onSettled: () => {
      void refreshQueries(client, 'suggestions', null)
      void refreshQueries(client, 'caps', null)
      void refreshQueries(client, 'pauses', null)
    },
  })
}

function replace(list: SuggestionDay, decided: Suggestion): SuggestionDay {
  return { ...list, suggestions: list.suggestions.map((one) => (one.id === decided.id ? decided : one)) }
}

/** Asks for a sweep now. */
export function useSweep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(suggestionCalls.sweep, {}),
    onSettled: () => void refreshQueries(client, 'suggestions', null),
  })
}
