import { queryOptions } from '@tanstack/react-query'
import { listAdvertisers } from '#contract/partner-lists.ts'
import { callApi } from '#web/lib/api.ts'

/** The advertisers as caps name them. */
export const advertisersQuery = queryOptions({
  queryKey: ['advertisers'],
  queryFn: () => callApi(listAdvertisers, {}),
  meta: { topics: ['advertisers'] },
})
