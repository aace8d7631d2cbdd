import { queryOptions } from '@tanstack/react-query'
import { listAdvertisers, listSourceNames } from '#contract/partner-lists.ts'
import { callApi } from '#web/lib/api.ts'

/** The advertisers as caps name them. */
export const advertisersQuery = queryOptions({
  queryKey: ['advertisers'],
  queryFn: () => callApi(listAdvertisers, {}),
  meta: { topics: ['advertisers'] },
})

/** What sources are called, registered or not. Leads that come rename few: it is not read again with each sync. */
export const sourceNamesQuery = queryOptions({
  queryKey: ['partners', 'publisher', 'names'],
  queryFn: () => callApi(listSourceNames, {}),
  meta: { topics: ['publishers'] },
})
