import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { createQueryClient, refreshAfterSync, refreshQueries } from '#web/lib/query-client.ts'
import { answerQuery, differOnlyInUntil, qualityQuery } from './api.ts'

const day = brandText<Day>('2026-11-21')
const asked = { start: day, end: day, filter: {}, countBy: 'deposit' } as const

test.each([
  ['daily', 60_000, 60_000],
  ['range', 300_000, 120_000],
] as const)('%s: fresh for %i ms, asked for every %i ms where that is wanted', (mode, fresh, poll) => {
  expect(answerQuery({ mode, ...asked })).toMatchObject({ staleTime: fresh, refetchInterval: false })
  expect(answerQuery({ mode, ...asked }, true)).toMatchObject({ staleTime: fresh, refetchInterval: poll })
})

test.each([
  ['statuses are judged', true, (client: QueryClient) => refreshQueries(client, 'settings', [day])],
  ['caps change', true, (client: QueryClient) => refreshQueries(client, 'caps', [day])],
  ['caps of another day change', false, (client: QueryClient) => refreshQueries(client, 'caps', [addDays(day, 1)])],
  ['a publisher is renamed', true, (client: QueryClient) => refreshQueries(client, 'publishers', null)],
  ['somebody has run a sync', true, refreshAfterSync],
  ['a page of leads comes', false, (client: QueryClient) => refreshQueries(client, 'leads', [day])],
])('lead quality when %s, asked for again: %s', async (_when, isAsked, refresh) => {
  const client = createQueryClient()
  const quality = client
    .getQueryCache()
    .build(client, client.defaultQueryOptions(qualityQuery({ start: day, end: day }, {})))
  quality.setData([])
  await refresh(client)
  expect(quality.state.isInvalidated).toBe(isAsked)
})

test('figures are asked for again when a publisher or an advertiser is renamed', () => {
  expect(answerQuery({ mode: 'range', ...asked }).meta?.topics).toEqual(['leads', 'advertisers', 'publishers'])
})

test('lead quality is asked for with the figures where that is wanted', () => {
  expect(qualityQuery({ start: day, end: day }, {}, true)).toMatchObject({ refetchInterval: 120_000 })
})

test('a comparison is the same question when only the clock moves on', () => {
  const keyOf = (other: object) => answerQuery({ mode: 'daily', ...asked, until: '14:30', ...other }).queryKey
  expect(differOnlyInUntil(keyOf({}), keyOf({ until: '14:40' }))).toBe(true)
  expect(differOnlyInUntil(keyOf({}), keyOf({ until: '14:40', start: addDays(day, -1) }))).toBe(false)
  expect(differOnlyInUntil(keyOf({}), keyOf({ filter: { geo: 'DE' } }))).toBe(false)
})
