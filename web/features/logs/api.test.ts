import { expect, test } from 'vitest'
import { logsQuery } from './api.ts'

test('entries are fresh for 30 seconds', () => {
  expect(logsQuery({}, false).staleTime).toBe(30_000)
})
