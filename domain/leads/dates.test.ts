import { describe, expect, it, test } from 'vitest'
import { zoneOf } from '#domain/kernel/zone.ts'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { endOfSourceDay, parseSourceDate, writeSourceDate } from './dates.ts'

const berlin = zoneOf('Europe/Berlin')
const newYork = zoneOf('America/New_York')

function read(text: string, zone = berlin): unknown {
  return parseSourceDate(text, 'datetime', zone)
}

describe('a date on the wall clock of a feed', () => {
  it.each([
    ['2026-03-02 10:00:00', '2026-03-02T09:00:00.000Z'],
    ['2026-07-02T10:00', '2026-07-02T08:00:00.000Z'],
    ['2026-03-02', '2026-03-01T23:00:00.000Z'],
    ['2026-03-02 10:00:59.9', '2026-03-02T09:00:59.900Z'],
    ['2026-03-02 10:00:00.123999', '2026-03-02T09:00:00.123Z'],
  ])('%j is %j', (text, instant) => expect(read(text)).toBe(instant))

  test('is the first of an hour that is shown twice, wherever that is', () => {
    expect(read('2026-10-25 02:30:00')).toBe('2026-10-25T00:30:00.000Z')
    expect(read('2026-11-01 01:30:00', newYork)).toBe('2026-11-01T05:30:00.000Z')
  })

  test('is the moment of the jump where the clock jumps over it', () => {
    expect(read('2026-03-29 02:30:00')).toBe('2026-03-29T01:00:00.000Z')
    expect(read('2026-03-08 02:30:00', newYork)).toBe('2026-03-08T07:00:00.000Z')
  })

  it.each(['2026-02-30 10:00', '2026-03-02 24:00', '02.03.2026'])('%j is none, and is left as it is', (text) =>
    expect(read(text)).toBe(text),
  )
})

describe('a date with its month first', () => {
  it.each([
    ['MM/DD/YY', '03/02/26', '2026-03-01T23:00:00.000Z'],
    ['MM/DD/YY', '3/2/26 10:00', '2026-03-02T09:00:00.000Z'],
    ['MM/DD/YYYY', '03/02/2026 10:00:05', '2026-03-02T09:00:05.000Z'],
    ['MM/DD/YYYY', '2026-03-02 10:00:05', '2026-03-02T09:00:05.000Z'],
    ['MM/DD/YYYY', '13/02/2026', '13/02/2026'],
    // Whose month is not first must not be read as if it were.
    ['datetime', '03/02/2026', '03/02/2026'],
  ] as const)('in %s, %j is %j', (format, text, instant) => expect(parseSourceDate(text, format, berlin)).toBe(instant))

  it.each([
    ['MM/DD/YY', 'down', '03/01/26'],
    ['MM/DD/YYYY', 'down', '03/01/2026'],
    // Nothing of the day that has begun is left out where the end is.
    ['MM/DD/YYYY', 'up', '03/02/2026'],
  ] as const)('is asked as %s, rounded %s, as %j', (format, round, text) =>
    expect(writeSourceDate(instantFromMilliseconds(Date.UTC(2026, 2, 1, 9)), format, berlin, round)).toBe(text),
  )
})

describe('the end of the day of a date', () => {
  it.each([
    ['date', '2026-03-02', Date.UTC(2026, 2, 2, 23)],
    ['datetime', ' 2026-03-28 ', Date.UTC(2026, 2, 28, 23)],
    // The clock goes forward within that day.
    ['iso', '2026-03-29', Date.UTC(2026, 2, 29, 22)],
    ['MM/DD/YY', '3/2/26', Date.UTC(2026, 2, 2, 23)],
    ['MM/DD/YYYY', '03/02/2026 10:00', null],
    ['datetime', '2026-03-02 00:00:00', null],
    ['date', '2026-03-02T00:00:00Z', null],
    ['date', '2026-02-30', null],
    ['date', '0000-00-00', null],
    ['date', 20_260_302, null],
    ['seconds', '1772409600', null],
  ] as const)('in %s, of %j is %j', (format, value, end) => expect(endOfSourceDay(value, format, berlin)).toBe(end))
})
