import { queryOptions } from '@tanstack/react-query'
import { advertiserCalls } from '#contract/advertisers.ts'
import { callApi } from '#web/lib/api.ts'

export const advertisersQuery = queryOptions({
  queryKey: ['advertisers'],
  queryFn: () => callApi(advertiserCalls.list, {}),
  meta: { topics: ['settings'] },
})
