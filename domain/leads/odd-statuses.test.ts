import { expect, test } from 'vitest'
import { questionStatuses } from './odd-statuses.ts'

const list = (leads: number, statuses: number) =>
  Array.from({ length: leads }, (_, index) => `Status ${index % statuses}`)

test('a field that differs for most leads is no status', () => {
  expect(questionStatuses(list(100, 90))).toBe(
    'The field of the status looks wrong: 100 leads have 90 different statuses. Choose another field for it in the mapping of the feed.',
  )
  expect(questionStatuses([...list(60, 60), ...list(500, 1).map(() => null)])).toContain('60 leads have 60')
})

test.each([
  ['a few hundred statuses of many leads', list(700, 350)],
  ['too few leads to tell', list(49, 49)],
  ['spellings of one status', list(80, 80).map((_, index) => ' '.repeat(index))],
  ['none', []],
])('nothing is said of %s', (_what, statuses) => {
  expect(questionStatuses(statuses)).toBeNull()
})
