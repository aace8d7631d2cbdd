import { expect, test } from 'vitest'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { listOpenWeeks } from './open-weeks.ts'

function day(text: string): Day {
  const parsed = parseDay(text)
  if (!parsed) throw new Error(text)
  return parsed
}

const range = (start: string, end: string) => ({ start: day(start), end: day(end) })
const starts = (closed: Parameters<typeof listOpenWeeks>[0], today: string) =>
  listOpenWeeks(closed, day(today)).map(({ start, end }) => `${start} ${end}`)

test('weeks are open from the first closed one on, where a day of them is not closed', () => {
  const closed = [range('2026-10-26', '2026-11-01'), range('2026-11-09', '2026-11-13')]
  // Saturday: the week is not over.
  expect(starts(closed, '2026-11-21')).toEqual(['2026-11-02 2026-11-08', '2026-11-09 2026-11-15'])
  expect(starts([...closed, range('2026-11-02', '2026-11-08')], '2026-11-23')).toEqual([
    '2026-11-09 2026-11-15',
    '2026-11-16 2026-11-22',
  ])
  expect(starts([range('2026-11-11', '2026-11-22')], '2026-11-23')).toEqual([])
})

test('where nothing was ever closed it is last week, and of a long past the last eight', () => {
  expect(starts([], '2026-11-23')).toEqual(['2026-11-16 2026-11-22'])
  expect(starts([], '2026-11-22')).toEqual(['2026-11-09 2026-11-15'])
  expect(starts([range('2026-01-05', '2026-01-11')], '2026-11-21')).toHaveLength(8)
})
