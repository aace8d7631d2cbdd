import { expect, test } from 'vitest'
import { listTopStatuses } from './deal-words.ts'

test('of the invalid statuses of a geo the three with most leads are named', () => {
  expect(listTopStatuses({ Fake: 1, Duplicate: 1_200, Spam: 2, Test: 2 })).toBe('Duplicate 1,200, Spam 2, Test 2')
  expect(listTopStatuses({})).toBe('')
})
