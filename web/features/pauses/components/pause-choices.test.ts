import { expect, it } from 'vitest'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { parseInstant, type Instant } from '#domain/kernel/instant.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { listEnds, nextAt, sayEnd } from './pause-choices.ts'

const zone = zoneOf('Etc/UTC')
const NOW = at('2026-11-21T10:00:00Z')

it.each([
  ['one day', '2026-11-21', ['1 hour', '3 hours', 'End of day', 'Next day 09:00', 'Until resumed']],
  ['several days', '2026-11-22', ['End of the last day', 'Next day 09:00', 'Until resumed']],
])('caps of %s have their ends', (_days, last, labels) => {
  expect(listEnds(NOW, day(last), zone, null).map(({ label }) => label)).toEqual(labels)
})

it.each([
  ['later today', '14:00', '2026-11-21', '2026-11-21T14:00:00Z'],
  ['over by now, so tomorrow', '09:00', '2026-11-21', '2026-11-22T09:00:00Z'],
  ['of the last of several days', '09:00', '2026-11-23', '2026-11-23T09:00:00Z'],
  ['midnight, when the last day is over', '00:00', '2026-11-23', '2026-11-24T00:00:00Z'],
])('a typed time is %s', (_when, time, last, until) => {
  expect(nextAt(time, NOW, day(last), zone)).toBe(at(until))
})

it.each([
  ['2026-11-22T00:00:00Z', true, '00:00'],
  ['2026-11-22T10:01:00Z', true, 'Sun 22 Nov, 10:01'],
  ['2026-11-22T00:00:00Z', false, 'Sun 22 Nov, 00:00'],
  ['2027-01-02T00:00:00Z', true, 'Sat 2 Jan 2027, 00:00'],
])('an end names its day where another may be meant: %#', (until, isOfToday, said) => {
  expect(sayEnd(at(until), NOW, zone, isOfToday)).toBe(said)
})

function at(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(text)
  return instant
}

function day(text: string): Day {
  const found = parseDay(text)
  if (!found) throw new Error(text)
  return found
}
