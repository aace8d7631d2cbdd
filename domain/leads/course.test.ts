import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDay } from '#domain/kernel/day.ts'
import { parseInstant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { drawBeside, drawCourse, quartersOf } from './course.ts'

const berlin = zoneOf('Europe/Berlin')
const day = (text: string) => parseDay(text) ?? expect.fail('not a day')
const at = (text: string) => parseInstant(text) ?? expect.fail('not an instant')

const plain = day('2026-03-28')
const short = day('2026-03-29')
const long = day('2026-10-25')

test('a day has 96 quarters of an hour, one less or more by an hour where the clock is changed', () => {
  expect([plain, short, long].map((each) => quartersOf(each, berlin).length)).toEqual([96, 92, 100])
  expect(quartersOf(short, berlin).slice(6, 10)).toEqual([90, 105, 180, 195])
  expect(quartersOf(long, berlin).slice(10, 17)).toEqual([150, 165, 120, 135, 150, 165, 180])
})

test('leads count from the quarter in which they came, up to now', () => {
  const leads = ['2026-03-28T23:00:00Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map(at)
  const course = drawCourse(leads, { day: short, zone: berlin, now: at('2026-03-29T01:20:00Z') })
  // 01:59:59 is in the last quarter before the clock goes on to 03:00.
  expect(course).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 3, 3])
  expect(drawCourse(leads, { day: short, zone: berlin, now: at('2026-03-30T09:00:00Z') })).toHaveLength(92)
  expect(drawCourse([], { day: short, zone: berlin, now: at('2026-03-28T22:59:59Z') })).toEqual([])
  expect(drawCourse(leads, { day: short, zone: berlin, now: at('2026-03-28T23:00:00Z') })).toEqual([3])
})

test('another day stands beside it by its wall clock, and stands still in the hour that comes twice', () => {
  const leads = ['2026-03-28T01:30:00Z', '2026-03-28T21:50:00Z'].map(at)
  const beside = drawBeside(quartersOf(short, berlin), leads, berlin)
  // 02:30 of the day before; the short day has no 02:30, and comes to it at 03:00.
  expect([beside[7], beside[8], beside.at(-6), beside.at(-5), beside.at(-1)]).toEqual([0, 1, 1, 2, 2])
  const early = [at('2026-10-24T00:40:00Z')]
  expect(drawBeside(quartersOf(long, berlin), early, berlin).slice(9, 17)).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
})

test('no lead is lost, whatever the day and the zone', () => {
  const zones = ['Etc/GMT-2', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(plain, short, long, day('2026-04-05'), day('2026-11-01')),
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 30 }),
      (name, date, parts) => {
        const zone = zoneOf(name)
        const [from, until] = [zone.startOf(date), at('2027-01-01T00:00:00Z')]
        const quarters = quartersOf(date, zone)
        const leads = parts.map((part) =>
          at(new Date(from + Math.floor(part * quarters.length * 900_000)).toISOString()),
        )
        const course = drawCourse(leads, { day: date, zone, now: until })
        expect([course.length, course.at(-1)]).toEqual([quarters.length, leads.length])
        const beside = drawBeside(quarters, leads, zone)
        expect([beside.length, beside.at(-1)]).toEqual([quarters.length, leads.length])
        expect(beside.every((count, index) => count >= (beside[index - 1] ?? 0))).toBe(true)
      },
    ),
  )
})
