import { expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { createQueryClient } from './query-client.ts'

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

test('looking at the window again asks for nothing', () => {
  expect(createQueryClient().getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false)
})
