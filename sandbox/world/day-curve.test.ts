import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, parseDay } from '#domain/kernel/day.ts'
import { formatInstant } from '#domain/kernel/instant.ts'
import { ZONES, zoneOf } from '#domain/kernel/zone.ts'
import { isOpen } from '#domain/hours/working-hours.ts'
import { instantAt, pickInstant, readHours } from './day-curve.ts'
import { createRandom } from '#sandbox/random.ts'

const DAY_ONE = mustBeDay('2025-01-01')

function mustBeDay(text: string) {
  const day = parseDay(text)
  if (!day) throw new Error(`not a day: ${text}`)
  return day
}

describe('instants of a day', () => {
  it('lie in their local day, in every zone and on days when the clock changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES.map(({ name }) => zoneOf(name))),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 59_999 }),
        (zone, days, minutes, milliseconds) => {
          const day = addDays(DAY_ONE, days)
          expect(zone.dayOf(instantAt(zone, day, minutes, milliseconds))).toBe(day)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('show the wall clock that was asked for, also after a change of the clock', () => {
    const berlin = zoneOf('Europe/Berlin')
    const at = (day: string, minutes: number) => formatInstant(instantAt(berlin, mustBeDay(day), minutes))
    expect(at('2026-03-28', 600)).toBe('2026-03-28T09:00:00.000Z')
    expect(at('2026-03-29', 600)).toBe('2026-03-29T08:00:00.000Z')
    expect(at('2026-03-29', 1439)).toBe('2026-03-29T21:59:00.000Z')
    expect(at('2026-10-25', 600)).toBe('2026-10-25T09:00:00.000Z')
    expect(at('2026-10-25', 1439)).toBe('2026-10-25T22:59:00.000Z')
  })

  it('keep to the working hours', () => {
    const zone = zoneOf('Etc/GMT-2')
    const random = createRandom('hours')
    for (const text of ['09:00-17:00', '9-17', '09:00-13:00, 14:00-18:00', '24/7', null]) {
      const hours = readHours(text)
      for (let count = 0; count < 200; count += 1) {
        const { minutes } = zone.localTimeOf(pickInstant(random, zone, DAY_ONE, hours))
        expect(isOpen(hours, minutes)).toBe(true)
      }
    }
  })
})
