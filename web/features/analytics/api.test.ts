import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { createQueryClient, refreshQueries } from '#web/lib/query-client.ts'
import { answerQuery, qualityQuery } from './api.ts'

const asked = { start: '2026-11-21', end: '2026-11-21', filter: {}, countBy: 'deposit' } as const

test.each([
  ['daily', 60_000, 60_000],
  ['range', 300_000, 120_000],
] as const)('%s: fresh for %i ms, asked for every %i ms where that is wanted', (mode, fresh, poll) => {
  expect(answerQuery({ mode, ...asked })).toMatchObject({ staleTime: fresh, refetchInterval: false })
  expect(answerQuery({ mode, ...asked }, true)).toMatchObject({ staleTime: fresh, refetchInterval: poll })
})

test('lead quality is asked for again when statuses are judged, and with the figures where that is wanted', async () => {
  const client = createQueryClient()
  const day = brandText<Day>('2026-11-21')
  const quality = client
    .getQueryCache()
    .build(client, client.defaultQueryOptions(qualityQuery({ start: day, end: day }, {})))
  quality.setData([])
  await refreshQueries(client, 'settings', [day])
  expect(quality.state.isInvalidated).toBe(true)
  expect(qualityQuery({ start: day, end: day }, {}, true)).toMatchObject({ refetchInterval: 120_000 })
})
