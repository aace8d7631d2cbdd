import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { createQueryClient, refreshQueries } from './query-client.ts'

test('a failure is tried once more, a refusal is not', async () => {
  const client = createQueryClient()
  const count = async (failure: Error) => {
    let tries = 0
    await client
      .query({
        queryKey: [failure.message],
        retryDelay: 0,
        queryFn: () => {
          tries += 1
          throw failure
        },
      })
      .catch(() => null)
    return tries
  }
  expect(await count(new ApiError(503, { message: 'away' }))).toBe(2)
  expect(await count(new Error('of the network'))).toBe(2)
  expect(await count(new ApiError(404, { message: 'gone' }))).toBe(1)
})

test('what changes while a first answer is on its way is asked for once more, however often it changes', async () => {
  const client = createQueryClient()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let asked = 0
  const caps = new QueryObserver(client, {
    queryKey: ['caps'],
    queryFn: () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often')),
    meta: { topics: ['caps'] },
    retry: false,
  })
  const leave = caps.subscribe(() => undefined)
  const refreshed = [refreshQueries(client, 'caps', null), refreshQueries(client, 'caps', null)]
  answers[0]?.resolve('before')
  await expect.poll(() => caps.getCurrentResult().data).toBe('before')
  answers[1]?.resolve('after')
  await Promise.all(refreshed)
  expect(caps.getCurrentResult()).toMatchObject({ data: 'after', error: null })
  expect(asked).toBe(2)
  leave()
})

test('looking at the window again asks for nothing', () => {
  expect(createQueryClient().getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false)
})
