import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { listedCapsQuery } from '#web/features/caps/api.ts'

const ROOT = 'seen-caps'

/**
 * The caps of some days when the dialog opened. They do not change while rows are selected: saving names the versions
 * that were seen, and a refusal loads the current ones.
 */
export function useSeenCaps(kind: CapKind, days: readonly Day[]) {
  const client = useQueryClient()
  const queries = days.map((day) =>
    queryOptions({
      queryKey: [ROOT, kind, day],
      queryFn: () => client.query(listedCapsQuery(kind, day)),
      staleTime: Infinity,
      gcTime: 0,
    }),
  )
  const seen = useQueries({ queries, combine })
  const lookAgain = useCallback(() => client.invalidateQueries({ queryKey: [ROOT, kind] }), [client, kind])
  return { ...seen, lookAgain }
}

interface Answer {
  data: Cap[] | undefined
  error: Error | null
  isPending: boolean
  isFetching: boolean
}

/** `byDay` is in the order of the days; undefined if not loaded. */
function combine(answers: readonly Answer[]) {
  return {
    byDay: answers.map(({ data }) => data),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    isPending: answers.some(({ isPending }) => isPending),
    isFetching: answers.some(({ isFetching }) => isFetching),
  }
}
