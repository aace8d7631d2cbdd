import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { TableFormat } from '#contract/file.ts'
import { logCalls } from '#contract/logs.ts'
import { addMilliseconds, DAY, formatInstant, HOUR, SECOND } from '#domain/kernel/instant.ts'
import { DEFAULT_LIMIT } from '#domain/logs/entry.ts'
import { callApi } from '#web/lib/api.ts'
import { readNow } from '#web/lib/now.ts'
import { downloadFile } from '#web/lib/download.ts'
import type { LogView, Period } from './view.ts'

const LENGTHS: Readonly<Record<Period, number>> = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY }

const FRESH_MS = 30 * SECOND

/** Entries page by page, newest first; `live`: loaded again as soon as something is logged. */
export function logsQuery(view: LogView, live: boolean) {
  return infiniteQueryOptions({
    queryKey: ['logs', view, live],
    queryFn: ({ pageParam }) =>
      callApi(logCalls.list, { query: { ...toQuery(view), limit: String(DEFAULT_LIMIT), before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < DEFAULT_LIMIT ? undefined : page.at(-1)?.id),
    staleTime: FRESH_MS,
    // Without `live` it never reloads, even after the event stream reconnects.
    meta: live ? { topics: ['logs'] } : {},
  })
}

export function useLogFile(view: LogView) {
  return useMutation({
    mutationFn: (format: TableFormat) => downloadFile(logCalls.export, { query: { ...toQuery(view), format } }),
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
