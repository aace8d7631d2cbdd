import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatHours } from '#domain/hours/working-hours.ts'
import { hoursOn, opensAt, writtenHoursOf } from '#domain/hours/stored-hours.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { addMilliseconds, MINUTE } from '#domain/kernel/instant.ts'
import { zoneOf, ZONES } from '#domain/kernel/zone.ts'

const dayOf = (text: string) => brandText<Day>(text)
const capOf = (workingHours: string | null, date = '2026-03-02') => ({
  workingHours,
  alwaysOn: false,
  date: dayOf(date),
})
const GMT2 = zoneOf('Etc/GMT-2')

it('tells always on, unknown and windows apart', () => {
  expect(hoursOn({ ...capOf(null), alwaysOn: true }, GMT2)).toEqual({ kind: 'always' })
  expect(hoursOn(capOf(null), GMT2)).toEqual({ kind: 'unknown' })
  expect(hoursOn(capOf('09:00-17:00'), GMT2)).toEqual({ kind: 'windows', windows: [{ from: 540, to: 1020 }] })
})

it('reads the same text once, and still the right one after many others', () => {
  const nine = capOf('09:00-17:00')
  expect(hoursOn({ ...nine }, GMT2)).toBe(hoursOn(nine, GMT2))
  for (let minute = 0; minute < 1_200; minute += 1) {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
    const hours = hoursOn(capOf(`${hour}:${rest}-23:59`), GMT2)
    expect(hours).toEqual({ kind: 'windows', windows: [{ from: minute, to: 1439 }] })
  }
  expect(hoursOn(nine, GMT2)).toEqual({ kind: 'windows', windows: [{ from: 540, to: 1020 }] })
})

it.each([
  // Berlin goes to summer time on 29 March 2026 at 02:00, and back on 25 October at 03:00; GMT+2 never does.
  ['10:00-18:00 Europe/Berlin', '2026-03-28', 'Etc/GMT-2', '11:00-19:00'],
  ['10:00-18:00 Europe/Berlin', '2026-03-29', 'Etc/GMT-2', '10:00-18:00'],
  ['10:00-18:00 Europe/Berlin', '2026-10-24', 'Etc/GMT-2', '10:00-18:00'],
  ['10:00-18:00 Europe/Berlin', '2026-10-25', 'Etc/GMT-2', '11:00-19:00'],
  // On the day itself, what lies before the change is converted by the clock before it.
  ['01:00-04:00 Europe/Berlin', '2026-03-29', 'Etc/GMT-2', '02:00-04:00'],
  ['02:00-03:00 Europe/Berlin', '2026-03-29', 'Etc/GMT-2', ''],
  ['02:00-03:00 Europe/Berlin', '2026-10-25', 'Etc/GMT-2', '02:00-04:00'],
  // The other clock changes on another day: New York on 8 March 2026.
  ['09:00-17:00', '2026-03-20', 'America/New_York', '09:00-17:00'],
  ['14:00-22:00 Europe/Berlin', '2026-03-07', 'America/New_York', '08:00-16:00'],
  ['14:00-22:00 Europe/Berlin', '2026-03-20', 'America/New_York', '09:00-17:00'],
  ['14:00-22:00 Europe/Berlin', '2026-03-30', 'America/New_York', '08:00-16:00'],
  // Where they reach into another day, what lies on this one counts, at both of its ends.
  ['10:00-18:00 America/Los_Angeles', '2026-07-01', 'Europe/Berlin', '00:00-03:00, 19:00-24:00'],
  ['10:00-18:00 GMT+3', '2026-07-01', 'Etc/GMT-2', '09:00-17:00'],
])('%s on %s is, in %s, %s', (text, date, zone, shown) => {
  expect(formatHours(hoursOn(capOf(text, date), zoneOf(zone)))).toBe(shown)
})

it('is open in exactly the minutes of a day whose instants are open by the clock of the hours', () => {
  const zone = fc.constantFrom(...ZONES.map(({ name }) => name))
  const day = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays(dayOf('2024-01-01'), days))
  const windows = fc.constantFrom('00:30-04:15', '10:00-18:00', '22:00-06:00', '00:00-02:00, 23:00-24:00')
  fc.assert(
    fc.property(zone, zone, day, windows, (here, there, date, text) => {
      const cap = { ...capOf(`${text} ${there}`), date }
      const hours = hoursOn(cap, zoneOf(here))
      const isOpenAt = opensAt(writtenHoursOf(cap), zoneOf(here))
      const open = new Set<number>()
      const end = zoneOf(here).startOf(addDays(date, 1))
      for (let at = zoneOf(here).startOf(date); at < end; at = addMilliseconds(at, MINUTE)) {
        if (isOpenAt(at)) open.add(zoneOf(here).localTimeOf(at).minutes)
      }
      const shown = hours.kind === 'windows' ? hours.windows : []
      expect(shown.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(open.size)
      for (const { from, to } of shown) expect([open.has(from), open.has(to - 1)]).toEqual([true, true])
    }),
    { numRuns: process.env['SOAK'] ? 5_000 : 60 },
  )
})
