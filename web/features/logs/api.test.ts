import { expect, test } from 'vitest'
import { createQueryClient, refreshEverythingLive } from '#web/lib/query-client.ts'
import { logsQuery } from './api.ts'

test('entries are fresh for 30 seconds', () => {
  expect(logsQuery({}, false).staleTime).toBe(30_000)
})

test.each([true, false])(
  'live: %s; so it is also when all that may have changed unheard is asked for anew',
  async (live) => {
    const client = createQueryClient()
    const { queryKey, meta } = logsQuery({}, live)
    const logs = client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey, meta }))
    logs.setData({ pages: [], pageParams: [] })
    await refreshEverythingLive(client)
    expect(logs.state.isInvalidated).toBe(live)
  },
)
