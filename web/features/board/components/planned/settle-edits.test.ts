import { expect, test } from 'vitest'
import { brokerCap } from '#testing/standing-caps.ts'
import { formatDay } from '#web/lib/format.ts'
import { sayGone } from './settle-edits.ts'

test('a cap that is gone is told with what was typed for it, and alone where a cell was emptied', () => {
  const cap = brokerCap()
  const gone = `DE / source 44 is not on ${formatDay(cap.date)} any more.`
  expect(sayGone(cap, '60')).toBe(`${gone} You had typed 60.`)
  expect(sayGone(cap, '')).toBe(gone)
})
