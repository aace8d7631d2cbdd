import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { suggestionCalls, type Suggestion, type SuggestionDay } from '#contract/suggestions.ts'
import type { Day } from '#domain/kernel/day.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'

/** What is suggested moves on with the clock, also when no lead comes. */
const SUGGESTIONS_MS = 5 * 60_000
/** So does the forecast, which may come up to a minute later than leads do, and of that nobody tells. */
const FORECAST_MS = 60_000
/** While a sweep is waited for. */
const PENDING_MS = 2_000

/** Those of today and tomorrow; asked anew as soon as another day is today. */
export function suggestionsQuery(today: Day) {
  return queryOptions({
    queryKey: ['suggestions', today],
    queryFn: () => callApi(suggestionCalls.list, { query: {} }),
    refetchInterval: ({ state }) => (state.data?.sweepPending ? PENDING_MS : SUGGESTIONS_MS),
    // What fits changes with the caps; whether a group is told, with the settings.
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

/** Does with a suggestion what somebody decided; the answer takes its place in the list at once. */
export function useDecide(today: Day) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      callApi(DECISIONS[decision], { params: { id } }),
    onSuccess: (decided) => {
      client.setQueryData(suggestionsQuery(today).queryKey, (before) => before && replace(before, decided))
    },
    // A refusal too says that the list is behind.
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
