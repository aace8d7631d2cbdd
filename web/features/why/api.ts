import { queryOptions } from '@tanstack/react-query'
import { whyCalls } from '#contract/why.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'

/** The explanation of a cap's number. `day` is the cap's own, if it is known. */
export function whyQuery(kind: CapKind, id: string, day: Day | undefined) {
  return queryOptions({
    queryKey: ['why', kind, id],
    queryFn: () => callApi(whyCalls[kind], { params: { id } }),
    // The number due by now grows even if no lead comes.
    refetchInterval: MINUTE,
    meta: { topics: ['caps', 'leads', 'pauses', 'settings'], ...(day && { day }) },
  })
}

export type Why = Awaited<ReturnType<NonNullable<ReturnType<typeof whyQuery>['queryFn']>>>
