import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, parseDay, weekdayOf, type Day, type Weekday } from '#domain/kernel/day.ts'
import { addMilliseconds, formatInstant, HOUR, parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { ZONES, zoneOf } from '#domain/kernel/zone.ts'
import { findNextDue, moveDue } from './file.ts'

function at(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(text)
  return instant
}

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(text)
  return day
}

const berlin = zoneOf('Europe/Berlin')
const WORKDAYS: Weekday[] = [1, 2, 3, 4, 5]
const next = (weekdays: Weekday[], minutes: number, from: string, afterDay: string | null = null) => {
  const due = findNextDue({ weekdays, minutes }, berlin, at(from), afterDay === null ? null : dayOf(afterDay))
  return [due.day, formatInstant(due.at)]
}

describe('when a file is sent next', () => {
  test('today until its minute, then on the next of its weekdays', () => {
    expect(next(WORKDAYS, 480, '2026-11-27T06:59:59Z')).toEqual(['2026-11-27', '2026-11-27T07:00:00.000Z'])
    expect(next(WORKDAYS, 480, '2026-11-27T07:00:00Z')).toEqual(['2026-11-30', '2026-11-30T07:00:00.000Z'])
    expect(next([5], 480, '2026-11-27T07:00:00Z')).toEqual(['2026-12-04', '2026-12-04T07:00:00.000Z'])
    expect(next(WORKDAYS, 480, '2026-11-26T01:00:00Z', '2026-11-26')).toEqual([
      '2026-11-27',
      '2026-11-27T07:00:00.000Z',
    ])
  })

  test('a time that the clock jumps over is the moment of the jump; one that it shows twice is the first', () => {
    expect(next([7], 150, '2026-03-28T12:00:00Z')).toEqual(['2026-03-29', '2026-03-29T01:00:00.000Z'])
    expect(next([7], 150, '2026-10-24T12:00:00Z')).toEqual(['2026-10-25', '2026-10-25T00:30:00.000Z'])
    expect(next([7], 150, '2026-10-25T00:30:00Z')).toEqual(['2026-11-01', '2026-11-01T01:30:00.000Z'])
  })

  test('another zone keeps the day; where its time there has passed it is due at once', () => {
    const now = at('2026-11-26T06:00:00Z')
    const move = (zone: string) =>
      formatInstant(moveDue({ weekdays: [4], minutes: 480 }, dayOf('2026-11-26'), zoneOf(zone), now))
    expect(move('America/New_York')).toBe('2026-11-26T13:00:00.000Z')
    expect(move('Asia/Tokyo')).toBe('2026-11-26T06:00:00.000Z')
  })

  test('one after the other, each of its weekdays comes once', () => {
    const weekday = fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7)
    const setting = fc.record({
      zone: fc.constantFrom(...ZONES.map(({ name }) => name)),
      weekdays: fc.uniqueArray(weekday, { minLength: 1 }),
      minutes: fc.integer({ min: 0, max: 1439 }),
      start: fc.integer({ min: 0, max: 730 }),
      early: fc.integer({ min: 0, max: 12 * HOUR }),
    })
    fc.assert(
      fc.property(setting, ({ zone: name, weekdays, minutes, start, early }) => {
        const zone = zoneOf(name)
        const first = addDays(dayOf('2025-01-01'), start)
        const begin = zone.startOf(first)
        const asked = Array.from({ length: 28 }, (_, count) => addDays(first, count)).filter(
          // The first minute of a day may be over when it begins.
          (day) => weekdays.includes(weekdayOf(day)) && zone.instantAt({ day, minutes }) > begin,
        )
        let due = findNextDue({ weekdays, minutes }, zone, begin)
        const days: Day[] = []
        while (due.day < addDays(first, 28) && days.length <= asked.length) {
          days.push(due.day)
          // After a change of the zone a file may have gone before its time of that day.
          due = findNextDue({ weekdays, minutes }, zone, addMilliseconds(due.at, -early), due.day)
        }
        expect(days).toEqual(asked)
      }),
      { numRuns: 100 },
    )
  })
})
