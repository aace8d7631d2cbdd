import { expect, test } from 'vitest'
import { parseHours } from '#domain/hours/working-hours.ts'
import { drawLines, findTicks } from './course-lines.ts'

const QUARTERS = Array.from({ length: 96 }, (_, quarter) => quarter * 15)
const HOURS = parseHours('09:00-12:00, 22:00-02:00')
const hours = HOURS.ok ? HOURS.value : expect.fail('no hours')
const level = (length: number, leads: number) => Array.from({ length }, () => leads)
const point = (minutes: number, leads: number) => ({ minutes, leads: { p10: leads - 1, p50: leads, p90: leads + 3 } })

test('today ends at this minute, where what is expected begins', () => {
  const course = { today: level(57, 6), yesterday: level(96, 9), weekday: level(96, 0) }
  const outlook = {
    total: { p10: 9, p50: 10, p90: 13 },
    points: [point(14 * 60 + 6, 6), point(24 * 60, 10)],
    dueSince: 1,
    hitRate: { days: 0, told: 0, held: 0 },
  }
  const lines = drawLines({ quarters: QUARTERS, course, outlook }, { planned: 4, hours, minutes: 14 * 60 + 6 })
  expect(lines.today.at(-1)).toEqual({ along: 56.4, leads: 6 })
  expect(lines.outlook.map(({ along }) => along)).toEqual([56.4, 96])
  expect(lines.open).toEqual([
    { from: 0, to: 8 },
    { from: 36, to: 48 },
    { from: 88, to: 96 },
  ])
  expect(lines.most).toBe(13)
})

test('a day that is over stands whole; one to come has the lines of other days alone', () => {
  const other = { yesterday: level(96, 2), weekday: level(96, 3) }
  const of = (today: number[]) =>
    drawLines(
      { quarters: QUARTERS, course: { today, ...other }, outlook: null },
      { planned: 0, hours: { kind: 'unknown' }, minutes: 5 },
    )
  expect(of(level(96, 7)).today.at(-1)).toEqual({ along: 96, leads: 7 })
  expect([of([]).today, of([]).weekday.at(-1), of([]).open]).toEqual([[], { along: 96, leads: 3 }, []])
})

test('ticks are round numbers, at least a lead apart', () => {
  expect([1, 2.5, 24, 140].map(findTicks)).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 10, 20],
    [0, 50, 100],
  ])
})
