import { expect, test } from 'vitest'
import { judgeConversion } from './figures.ts'

test('a conversion is good above 5 percent, fair above 2, else low', () => {
  expect([5.01, 5, 2.01, 2, 0].map(judgeConversion)).toEqual(['high', 'middle', 'middle', 'low', 'low'])
})
