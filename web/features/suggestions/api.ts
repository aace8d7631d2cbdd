import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Suggestion, SuggestionDay } from '#contract/suggestion-days.ts'
import { suggestionCalls } from '#contract/suggestions.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { SuggestionAct } from '#domain/sentences/sweep.ts'
import { callApi } from '#web/lib/api.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { suggestionsQuery } from './day-api.ts'

/** Decides a suggestion; the answer replaces it in the list at once. */
export function useDecide(today: Day) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ suggestion: { id }, act }: { suggestion: Suggestion; act: SuggestionAct }) =>
      callApi(suggestionCalls[act], { params: { id } }),
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
