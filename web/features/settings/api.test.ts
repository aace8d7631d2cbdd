import { expect, test } from 'vitest'
import { publicSettingsQuery } from './api.ts'

test('the public settings are kept for five minutes', () => {
  expect(publicSettingsQuery.staleTime).toBe(300_000)
})
