import { queryOptions } from '@tanstack/react-query'
import { listSourceNames } from '#contract/partner-lists.ts'
import { callApi } from '#web/lib/api.ts'

/** What sources are called, registered or not. Leads that come rename few: it is not read again with each sync. */
export const sourceNamesQuery = queryOptions({
  queryKey: ['partners', 'publisher', 'names'],
  queryFn: () => callApi(listSourceNames, {}),
  meta: { topics: ['publishers'] },
})
