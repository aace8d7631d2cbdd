import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { brandNumber, brandText } from './brand.ts'
import { fromDayNumber, type Day, type DayNumber } from './day.ts'
import { formatInstant } from './instant.ts'
import { ZONES, zoneOf } from './zone.ts'

const NAMES = [...ZONES.map(({ name }) => name), 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu']

/** Of each zone. */
const RUNS = process.env['SOAK'] === '1' ? 1_000 : 100

const times = fc.record({
  // 2000 to 2060.
  day: fc.integer({ min: 10_957, max: 32_872 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number))),
  minutes: fc.integer({ min: 0, max: 1_439 }),
})

test.each(NAMES)('%s: the clock shows a time at the instant that Temporal names, or at the jump over it', (name) => {
  const zone = zoneOf(name)
  fc.assert(
    fc.property(times, ({ day, minutes }) => {
      const wall = Temporal.PlainDate.from(day).toPlainDateTime({
        hour: Math.floor(minutes / 60),
        minute: minutes % 60,
      })
      const early = wall.toZonedDateTime(name, { disambiguation: 'earlier' })
      const isJumped = !early.toPlainDateTime().equals(wall)
      const expected = isJumped ? early.getTimeZoneTransition('next') : early
      expect(zone.instantAt({ day, minutes })).toBe(expected?.epochMilliseconds)
    }),
    { numRuns: RUNS },
  )
})

test('a time that the clock jumps over, and one that it shows twice', () => {
  const berlin = zoneOf('Europe/Berlin')
  const halfPastTwo = (day: string) => formatInstant(berlin.instantAt({ day: brandText<Day>(day), minutes: 150 }))
  expect(halfPastTwo('2026-03-29')).toBe('2026-03-29T01:00:00.000Z')
  expect(halfPastTwo('2026-10-25')).toBe('2026-10-25T00:30:00.000Z')
})
