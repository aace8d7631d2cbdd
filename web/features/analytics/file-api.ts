import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { analyticsFileCalls } from '#contract/analytics-files.ts'
import type { Answered, Sent } from '#contract/call.ts'
import type { FileTimes } from '#domain/analytics/file.ts'
import { SECOND } from '#domain/kernel/instant.ts'
import { parseTimeOfDay } from '#domain/schedules/due.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { refreshQueries } from '#web/lib/query-client.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export type FileState = Answered<typeof analyticsFileCalls.list>['files'][number]
export type ShownFile = FileState['file']
export type FileDraftWire = Sent<typeof analyticsFileCalls.add>['body']
type FileEditWire = Sent<typeof analyticsFileCalls.change>['body']

/** The times of a file, from an answer. */
export function timesOf({ weekdays, time }: Pick<ShownFile, 'weekdays' | 'time'>): FileTimes {
  return { weekdays, minutes: parseTimeOfDay(time) }
}

/** All scheduled files, read more often while one is being sent. */
export const filesQuery = queryOptions({
  queryKey: ['analytics-files'],
  queryFn: () => callApi(analyticsFileCalls.list, {}),
  refetchInterval: ({ state }) =>
    state.data?.files.some(({ last }) => last?.state === 'sending') ? SECOND : 30 * SECOND,
  meta: { topics: ['analyticsFiles', 'team', 'settings'] },
})

export const fileHistoryQuery = historyQuery(['analytics-files'], ['analyticsFiles'], () =>
  callApi(analyticsFileCalls.listHistory, {}),
)

/** Adds a file, or replaces all fields of the one with this ID. */
export function useSaveFile() {
  const callOnce = useCallOnce()
  return useFilesChange(({ id, draft }: { id: string | null; draft: FileDraftWire & Partial<FileEditWire> }) =>
    id === null
      ? callOnce(analyticsFileCalls.add, { body: draft })
      : callApi(analyticsFileCalls.change, { params: { id }, body: { isPaused: false, ...draft } }),
  )
}

export function useRemoveFile(id: string) {
  return useFilesChange(() => callApi(analyticsFileCalls.remove, { params: { id } }))
}

export function useSendFile(id: string) {
  const callOnce = useCallOnce()
  return useFilesChange(() => callOnce(analyticsFileCalls.sendNow, { params: { id } }))
}

export function useTakeOverFile(id: string) {
  return useFilesChange(() => callApi(analyticsFileCalls.takeOver, { params: { id } }))
}

function useFilesChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => refreshQueries(client, 'analyticsFiles', null) })
}
