import { queryOptions } from '@tanstack/react-query'
import { whyCalls } from '#contract/why.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { Day } from '#domain/kernel/day.ts'
import { MINUTE } from '#domain/kernel/instant.ts'
import { callApi } from '#web/lib/api.ts'

/** Why a cap stands where it does. `day` is the cap's own, where it is known. */
export function whyQuery(kind: CapKind, id: string, day: Day | undefined) {
  return queryOptions({
    queryKey: ['why', kind, id],
    queryFn: () => callApi(whyCalls[kind], { params: { id } }),
    // The day goes on where nothing comes too.
    refetchInterval: MINUTE,
    meta: { topics: ['caps', 'leads'], ...(day && { day }) },
  })
}

export type Why = Awaited<ReturnType<NonNullable<ReturnType<typeof whyQuery>['queryFn']>>>
