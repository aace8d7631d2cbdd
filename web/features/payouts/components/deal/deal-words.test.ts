import { expect, test } from 'vitest'
import { countInvalid, listStatuses, listTopStatuses } from './deal-words.ts'

test('of the invalid statuses of a geo the three with most leads are named', () => {
  expect(listTopStatuses({ Fake: 1, Duplicate: 1_200, Spam: 2, Test: 2 })).toBe('Duplicate 1,200, Spam 2, Test 2')
  expect(listTopStatuses({})).toBe('')
})

test('the invalid leads of a deal are counted, and told by their statuses', () => {
  const deal = { invalidStatuses: { Duplicate: 1_200, Test: 3 } }
  expect([countInvalid(deal), listStatuses(deal)]).toEqual([1_203, 'Duplicate 1,200, Test 3'])
})
