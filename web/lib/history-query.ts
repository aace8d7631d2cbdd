import { queryOptions } from '@tanstack/react-query'
import type { Topic } from '#contract/events.ts'

export type HistoryQuery<Change> = ReturnType<typeof historyQuery<Change>>

/**
 * Who changed something, newest first: asked for anew each time that it is opened.
 *
 * @param of - what was changed, as the keys of its other queries begin
 * @param topics - what tells of a change of it
 */
export function historyQuery<Change>(
  of: readonly string[],
  topics: readonly Topic[],
  read: () => Promise<readonly Change[]>,
) {
  return queryOptions({ queryKey: [...of, 'history'], queryFn: read, staleTime: 0, meta: { topics } })
}
