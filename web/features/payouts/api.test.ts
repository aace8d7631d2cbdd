import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { allJobsQuery, jobQuery, latestQuery, rangeJobsQuery } from './api.ts'

const week = {
  mode: 'current_week',
  start: brandText<Day>('2026-03-02'),
  end: brandText<Day>('2026-03-08'),
} as const

afterEach(() => vi.unstubAllGlobals())

/** What is asked for, where the server answers so. */
function answerWith(status: number, body: unknown): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(body, { status })
  })
  return asked
}

test('the newest report is fresh for a minute and asked for every minute; none yet is no failure', async () => {
  expect(latestQuery(week)).toMatchObject({ staleTime: 60_000, refetchInterval: 60_000 })
  const asked = answerWith(404, { message: 'There is none.' })
  expect(await createQueryClient().query(latestQuery(week))).toBeNull()
  expect(asked).toEqual([expect.stringContaining('/payouts/reports/latest?start=2026-03-02&end=2026-03-08&')])
})

test('five calculations of a range, ten of any; those of any every minute', async () => {
  const asked = answerWith(200, [])
  const client = createQueryClient()
  await client.query(rangeJobsQuery(week))
  await client.query(allJobsQuery)
  expect(asked).toEqual([
    expect.stringMatching(/start=2026-03-02&end=2026-03-08&limit=5&status=any$/),
    expect.stringMatching(/\/payouts\/reports\?limit=10&status=any$/),
  ])
  expect(allJobsQuery.refetchInterval).toBe(60_000)
})

test('a calculation is asked for every five seconds', () => {
  expect(jobQuery('some').refetchInterval).toBe(5_000)
})

test.each([
  ['pending', true],
  ['running', true],
  ['success', false],
  ['failed', false],
])('a calculation that is %s is asked for again: %s', async (status, expected) => {
  const unknown = { startedAt: null, completedAt: null, errorMessage: null, totals: null, summary: null }
  const params = { preset: null, start: week.start, end: week.end }
  const job = { id: 'some', status, params, requestedBy: '@ann', progress: 0, createdAt: '2026-03-08T10:00:00Z' }
  answerWith(200, { ...job, ...unknown })
  const client = createQueryClient()
  await client.query(jobQuery('some'))
  expect(new QueryObserver(client, jobQuery('some')).getCurrentResult().isEnabled).toBe(expected)
})
