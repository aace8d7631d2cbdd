import { expect, it } from 'vitest'
import { worldOf, writerOf } from '#testing/cap-world.ts'
import { parseCaps } from './read.ts'

/** By the text, the days that can be saved, written on a Wednesday, 2 December. */
it.each([
  ['UK 40 5th of January', ['2027-01-05']],
  ['UK 40 January 5th', ['2027-01-05']],
  ['UK 40 on the 31st of January', ['2027-01-31']],
  ['UK 40 el 5 de enero', ['2027-01-05']],
  ['UK 40 3rd and 4th of January', ['2027-01-03', '2027-01-04']],
  ['UK 40 from 4th to 6th of January', ['2027-01-04', '2027-01-05', '2027-01-06']],
  ['UK 40 from 31 Dec to 1 Jan', ['2026-12-31', '2027-01-01']],
  ['UK 40 from 3 to 4.12', ['2026-12-03', '2026-12-04']],
  ['UK 40 tomorrow, Thursday Dec 3', ['2026-12-03']],
  // No day that can be planned, or a day without a number.
  ['UK 40 5th of March', []],
  ['UK 40 from 28 to 3 January', []],
  ['UK 40 in December', []],
])('%s', (text, days) => {
  const { rows } = parseCaps({ text }, worldOf(writerOf('b302')))
  expect(rows.flatMap((row) => row.days)).toEqual(days)
  expect(rows.every(({ asks }) => asks.length > 0)).toBe(days.length === 0)
})
