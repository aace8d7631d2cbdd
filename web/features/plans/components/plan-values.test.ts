import { expect, it } from 'vitest'
import { describeWeek } from './plan-values.ts'

it.each([
  [[20, 20, 20, 20, 10, null, null], 'Mon to Thu 20, Fri 10'],
  [[5, 5, 5, 5, 5, 5, 5], 'Every day 5'],
  [[5, null, 5, null, null, 0, 0], 'Mon 5, Wed 5, Sat to Sun 0'],
])('says the week in words', (numbers, said) => {
  expect(describeWeek(numbers)).toBe(said)
})
