import { queryOptions } from '@tanstack/react-query'
import { publicSettingCalls } from '#contract/public-settings.ts'
import { callApi } from '#web/lib/api.ts'

/** What every screen needs to know; fresh for five minutes (spec, section 9). */
export const publicSettingsQuery = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: () => callApi(publicSettingCalls.readPublic, {}),
  staleTime: 5 * 60_000,
  meta: { topics: ['settings'] },
})
