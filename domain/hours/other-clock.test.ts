import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import { namesClock, parseHoursInZone } from './other-clock.ts'
import { formatMinutes } from './working-hours.ts'

const winter = brandText<Day>('2026-11-22')
const summer = brandText<Day>('2026-07-01')
const fixed = zoneOf('Etc/GMT-2')
const berlin = zoneOf('Europe/Berlin')

function read(text: string, zone = fixed, day = winter): string {
  const result = parseHoursInZone(text, day, zone)
  return result.ok ? result.value : result.reason
}

describe('hours of another clock', () => {
  test.each([
    ['10:00-18:00', '10:00-18:00'],
    ['9-17', '9-17'],
    ['', ''],
    ['10:00-18:00 GMT+2', '10:00-18:00'],
    ['22:00-06:00 (UTC+02:00)', '22:00-06:00'],
    ['10:00-18:00 GMT+3', '09:00-17:00'],
    ['9-12, 13-17 gmt +3', '08:00-11:00, 12:00-16:00'],
    ['10:00-18:00 UTC', '12:00-20:00'],
    ['10:00-18:00 UTC/GMT', '12:00-20:00'],
    ['10:00-12:00 UTC+0530', '06:30-08:30'],
    ['10:00-15:00 GMT-5', '17:00-22:00'],
    ['01:00-08:00 GMT+3', '00:00-07:00'],
    ['10:00-22:00 UTC', '12:00-24:00'],
    ['24/7 GMT+3', '24/7'],
    ['00:00-24:00 GMT+2', '00:00-24:00'],
  ])('%j is %j in GMT+2', (text, shown) => expect(read(text)).toBe(shown))

  test.each(['10:00-18:00 CET', '10-18 Kyiv time', '10:00-18:00 (local time)', '10-18 МСК', '10:00-18:00 по местному'])(
    '%j leaves open which clock it is',
    (text) => expect(read(text)).toBe('hours.unknown-clock'),
  )

  test.each(['10:00-18:00 GMT 3', '10:00-18:00 GMT3', '10:00-18:00 GMT+15', '10:00-18:00 GMT+'])(
    '%j is no offset, and none is guessed',
    (text) => expect(['hours.unknown-clock', text]).toContain(read(text)),
  )

  test.each(['00:00-08:00 GMT+3', '12:00-23:00 UTC', '22:00-06:00 GMT+3', '00:00-24:00 GMT+3'])(
    '%j lies partly on another day',
    (text) => expect(read(text)).toBe('hours.other-day'),
  )

  it('goes by the day where the clocks change', () => {
    expect(read('10:00-18:00 GMT+2', berlin, summer)).toBe('10:00-18:00')
    expect(read('10:00-18:00 GMT+2', berlin, winter)).toBe('09:00-17:00')
    // It begins in GMT+1 and ends in GMT+2.
    expect(read('10:00-18:00 GMT+1', berlin, brandText<Day>('2026-03-29'))).toBe('11:00-19:00')
  })

  it('leaves to the rules of hours what is none, whatever stands behind it', () => {
    expect(read('18:00 GMT+3')).toBe('18:00 GMT+3')
    expect(read('9am-5pm')).toBe('9am-5pm')
    expect(namesClock('10:00-18:00 tomorrow')).toBe(false)
    expect(namesClock('10:00-18:00 (GMT+3) ')).toBe(true)
  })

  it('keeps the length and is the same there and back', () => {
    const quarter = fc.integer({ min: 0, max: 95 }).map((index) => index * 15)
    const offset = fc.integer({ min: -12, max: 14 })
    fc.assert(
      fc.property(quarter, quarter, offset, (one, other, hours) => {
        fc.pre(one !== other)
        const written = `${formatMinutes(Math.min(one, other))}-${formatMinutes(Math.max(one, other))}`
        const here = parseHoursInZone(`${written} GMT${hours < 0 ? '' : '+'}${hours}`, winter, fixed)
        if (!here.ok) return
        const there = parseHoursInZone(
          `${here.value} GMT+2`,
          winter,
          zoneOf(`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`),
        )
        expect(there).toEqual({ ok: true, value: written })
      }),
    )
  })
})
