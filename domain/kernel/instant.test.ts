import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { addMilliseconds, formatInstant, instantFromMilliseconds, parseInstant, SECOND } from './instant.ts'

const END = Temporal.Instant.from('2200-01-01T00:00:00Z').epochMilliseconds

const instants = fc.integer({ min: 0, max: END - 1 }).map(instantFromMilliseconds)

describe('parseInstant', () => {
  it.each([
    ['2026-03-02T08:00:00Z', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T08:00:00.1Z', '2026-03-02T08:00:00.100Z'],
    ['2026-03-02T08:00:00,123456789Z', '2026-03-02T08:00:00.123Z'],
    ['2026-03-02T08:00:00.999999999Z', '2026-03-02T08:00:00.999Z'],
    ['2026-03-02T10:00:00+02:00', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T10:00:00+0200', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T10:00:00+02', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T02:30:00-05:30', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02 10:00:00+02:00', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02t08:00:00z', '2026-03-02T08:00:00.000Z'],
    ['2026-03-02T08:00Z', '2026-03-02T08:00:00.000Z'],
    [' 2026-03-02T08:00:00Z\n', '2026-03-02T08:00:00.000Z'],
    ['2026-01-01T01:00:00+02:00', '2025-12-31T23:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('reads %j', (text, expected) => {
    const instant = parseInstant(text)
    expect(instant === null ? null : formatInstant(instant)).toBe(expected)
  })

  it.each([
    ['', 'nothing'],
    ['2026-03-02', 'a day alone'],
    ['2026-03-02T08:00:00', 'no offset'],
    ['08:00:00Z', 'no day'],
    ['2026-02-30T08:00:00Z', 'an impossible date'],
    ['2026-03-02T24:00:00Z', 'hour 24'],
    ['2026-03-02T23:60:00Z', 'minute 60'],
    ['2026-03-02T23:59:60Z', 'second 60'],
    ['2026-03-02T8:00:00Z', 'an hour of one digit'],
    ['2026-03-02T08:00:00.Z', 'a point without a fraction'],
    ['2026-03-02T08:00:00.1234567890Z', 'ten decimals'],
    ['2026-03-02T08:00:00+19:00', 'an offset that no place has'],
    ['2026-03-02T08:00:00+02:60', 'an offset of 60 minutes'],
    ['2026-03-02T08:00:00+2', 'an offset of one digit'],
    ['2026-03-02T08:00:00+02:00[Europe/Kiev]', 'a zone in brackets'],
    ['2026-03-02T08:00:00Z tomorrow', 'more after it'],
    ['1772438400000', 'milliseconds'],
    ['1969-12-31T23:59:59.999Z', 'before 1970'],
    ['1970-01-01T01:00:00+02:00', 'before 1970 by its offset'],
    ['2200-01-01T00:00:00Z', 'after 2199'],
    ['2199-12-31T23:00:00-02:00', 'after 2199 by its offset'],
    ['+275760-09-13T00:00:00Z', 'a long year'],
    [`2026-03-02T08:00:00.${'9'.repeat(100_000)}Z`, 'a huge text'],
  ])('refuses %.40j: %s', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('reads what Temporal writes, in any offset', () => {
    const offsets = fc.integer({ min: -18 * 60, max: 18 * 60 })
    fc.assert(
      fc.property(instants, offsets, fc.integer({ min: 0, max: 999_999 }), (instant, minutes, nanoseconds) => {
        const exact = Temporal.Instant.fromEpochMilliseconds(instant).add({ nanoseconds })
        const text = exact.toString({ timeZone: offsetOf(minutes) })
        const isInRange = text >= '1970' && text < '2200'
        expect(parseInstant(text)).toBe(isInRange ? instant : null)
      }),
      { numRuns: 2_000 },
    )
  })

  it('never fails, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseInstant(text)).toBeNull()
      }),
    )
  })
})

describe('formatInstant', () => {
  it('is undone by parseInstant, and agrees with Temporal', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const text = formatInstant(instant)
        expect(parseInstant(text)).toBe(instant)
        expect(text).toBe(Temporal.Instant.fromEpochMilliseconds(instant).toString({ fractionalSecondDigits: 3 }))
      }),
      { numRuns: 2_000 },
    )
  })

  it('orders as time does', () => {
    fc.assert(
      fc.property(instants, instants, (one, other) => {
        expect(formatInstant(one) < formatInstant(other)).toBe(one < other)
      }),
    )
  })
})

it('adds milliseconds', () => {
  expect(addMilliseconds(instantFromMilliseconds(1_500), 2 * SECOND)).toBe(3_500)
})

function offsetOf(minutes: number): string {
  const size = Math.abs(minutes)
  const pad = (value: number) => value.toString().padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}
