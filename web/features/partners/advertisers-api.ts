import { queryOptions } from '@tanstack/react-query'
import { advertiserCalls } from '#contract/advertisers.ts'
import { callApi } from '#web/lib/api.ts'

/** The advertisers as caps name them. */
export const advertisersQuery = queryOptions({
  queryKey: ['advertisers'],
  queryFn: () => callApi(advertiserCalls.list, {}),
  meta: { topics: ['advertisers'] },
})
