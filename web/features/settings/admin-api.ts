import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { botCalls } from '#contract/bot.ts'
import { scheduleCalls, type NextSummaryQuery } from '#contract/schedules.ts'
import { settingCalls, type StoredSetting } from '#contract/settings.ts'
import { zoneCalls, type ZonePreviewQuery } from '#contract/zone.ts'
import type { SettingKey } from '#domain/settings/table.ts'
import { callApi } from '#web/lib/api.ts'
import { historyQuery } from '#web/lib/history-query.ts'
import { refreshQueries } from '#web/lib/query-client.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'all'],
  queryFn: () => callApi(settingCalls.list, {}),
  meta: { topics: ['settings'] },
})

/** Saves one setting. What the server kept is shown at once; every other screen hears of it by itself. */
export function useSaveSetting() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, value }: { key: SettingKey; value: string }) =>
      callApi(settingCalls.save, { params: { key }, body: { value } }),
    onSuccess: (saved: StoredSetting) => {
      client.setQueryData(settingsQuery.queryKey, (all) => all?.map((each) => (each.key === saved.key ? saved : each)))
      // A read that began before the save would bring the old value back: it gives way to another one.
      void refreshQueries(client, 'settings', null)
    },
  })
}

export const settingHistoryQuery = historyQuery(['settings'], ['settings'], async () =>
  (await callApi(settingCalls.history, {})).map(({ _id: id, ...change }) => ({ ...change, id })),
)

/** The change of zone that is going on; asked for again and again until it is done. */
export const zoneChangeQuery = queryOptions({
  queryKey: ['settings', 'zone', 'change'],
  queryFn: () => callApi(zoneCalls.change, {}),
  refetchInterval: ({ state }) => (state.data?.change ? 1_000 : false),
  meta: { topics: ['settings'] },
})

/** Counted anew each time it is asked: leads arrive all the time. */
export function zonePreviewQuery(zone: ZonePreviewQuery['zone']) {
  return queryOptions({
    queryKey: ['settings', 'zone', 'preview', zone],
    queryFn: () => callApi(zoneCalls.preview, { query: { zone } }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** When the next summary would be sent. It moves with the clock. */
export function nextSummaryQuery(query: NextSummaryQuery) {
  return queryOptions({
    queryKey: ['settings', 'summary', 'next', query.time, query.zone],
    queryFn: () => callApi(scheduleCalls.nextSummary, { query }),
    staleTime: 10_000,
    gcTime: 0,
    meta: { topics: ['settings'] },
  })
}

/** Whose token the saved one is; Telegram is asked. */
export const botQuery = queryOptions({
  queryKey: ['settings', 'bot'],
  queryFn: () => callApi(botCalls.testToken, { body: {} }),
  meta: { topics: ['settings'] },
})

/** Tries out a token that was typed; an empty one stands for the one in use. */
export function useTestToken() {
  return useMutation({ mutationFn: (token: string) => callApi(botCalls.testToken, { body: token ? { token } : {} }) })
}

export function useTestMessage() {
  return useMutation({ mutationFn: (chatId: string) => callApi(botCalls.testMessage, { body: { chatId } }) })
}
