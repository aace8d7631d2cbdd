import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { logCalls } from '#contract/logs.ts'
import { addMilliseconds, DAY, formatInstant, HOUR, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { DEFAULT_LIMIT, type LogLevel } from '#domain/logs/entry.ts'
import { callApi } from '#web/lib/api.ts'
import { readNow } from '#web/lib/clock.ts'
import { downloadFile } from '#web/lib/download.ts'

/** How far back, counted from now. */
export const PERIODS = ['1h', '24h', '7d'] as const

export type Period = (typeof PERIODS)[number]

const LENGTHS: Readonly<Record<Period, number>> = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY }

/** Which entries are shown; what is left out narrows nothing. */
export interface LogView {
  search?: string
  area?: string
  level?: LogLevel
  requestId?: string
  /** Instead of `from` and `to`. */
  period?: Period
  from?: Instant
  to?: Instant
}

const FRESH_MS = 30 * SECOND

/** Entries page by page, newest first; `live`: read again as soon as something is logged. */
export function logsQuery(view: LogView, live: boolean) {
  return infiniteQueryOptions({
    queryKey: ['logs', view, live],
    queryFn: ({ pageParam }) =>
      callApi(logCalls.list, { query: { ...toQuery(view), limit: String(DEFAULT_LIMIT), before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < DEFAULT_LIMIT ? undefined : page.at(-1)?.id),
    staleTime: FRESH_MS,
    // Without `live` it stands still, also after the stream of changes was cut.
    meta: live ? { topics: ['logs'] } : {},
  })
}

export function useLogFile() {
  return useMutation({
    mutationFn: (view: LogView) => downloadFile(logCalls.export, { query: toQuery(view) }),
  })
}

function toQuery({ period, from, to, ...rest }: LogView) {
  const since = period ? addMilliseconds(readNow(), -LENGTHS[period]) : from
  return {
    ...rest,
    ...(since !== undefined && { from: formatInstant(since) }),
    ...(!period && to !== undefined && { to: formatInstant(to) }),
  }
}
