import { queryOptions } from '@tanstack/react-query'
import type { Topic } from '#contract/events.ts'

export type HistoryQuery<Change> = ReturnType<typeof historyQuery<Change>>

/**
 * A query of changes, newest first. It is requested each time that it is opened.
 *
 * @param of - the subject, as the beginning of its query keys
 * @param topics - topics whose events refresh it
 */
export function historyQuery<Change>(
  of: readonly string[],
  topics: readonly Topic[],
  read: () => Promise<readonly Change[]>,
) {
  return queryOptions({ queryKey: [...of, 'history'], queryFn: read, staleTime: 0, meta: { topics } })
}
