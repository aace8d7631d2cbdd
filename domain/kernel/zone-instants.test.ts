import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { brandNumber } from './brand.ts'
import { fromDayNumber, type DayNumber } from './day.ts'
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
  const at = (day: string, hour: number, minute: number) =>
    new Temporal.PlainDateTime(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)), hour, minute)
  const instantOf = (wall: Temporal.PlainDateTime) =>
    Temporal.Instant.fromEpochMilliseconds(
      berlin.instantAt({
        day: fromDayNumber(brandNumber<DayNumber>(Temporal.PlainDate.from('1970-01-01').until(wall).days)),
        minutes: wall.hour * 60 + wall.minute,
      }),
    ).toString()
  expect(instantOf(at('2026-03-29', 2, 30))).toBe('2026-03-29T01:00:00Z')
  expect(instantOf(at('2026-10-25', 2, 30))).toBe('2026-10-25T00:30:00Z')
})
