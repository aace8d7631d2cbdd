import * as fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from './brand.ts'
import { addDays, fromDayNumber, toDayNumber, type Day, type DayNumber } from './day.ts'
import { addMilliseconds, HOUR, instantFromMilliseconds, MINUTE, parseInstant, type Instant } from './instant.ts'
import { DEFAULT_ZONE, labelOfZone, nameZone, ZONES, zoneNamed, zoneOf, type Zone } from './zone.ts'

// Zones that no installation is set to today, each with a habit of its own: clocks that jump over or back over
// midnight, offsets of minutes, half-hour daylight saving, a day that was left out, two changes a year by the moon.
const ODD_ZONES = [
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Beirut',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
]

/** Here the clock once went back from 00:01, so that a calendar day ended, began and ended again. */
const WITH_SPLIT_DAYS = ['America/St_Johns']

const isSoak = process.env['SOAK'] === '1'
/** One offered zone of each kind: without a change, and with two changes a year by the rules of three continents. */
const OFFERED = isSoak
  ? ZONES.map(({ name }) => name)
  : [DEFAULT_ZONE, 'Europe/Berlin', 'America/New_York', 'Australia/Sydney']
const WHOLE_DAYS = [...OFFERED, ...ODD_ZONES]

/** Of each zone; the days around each change of its clock are all looked at anyway. */
const RUNS = isSoak ? 500 : 60

const FROM = epoch('1990-01-01T00:00:00Z')
const TO = epoch('2100-01-01T00:00:00Z')

const instants = fc.integer({ min: FROM, max: TO }).map(instantFromMilliseconds)
const days = fc
  .integer({ min: toDayNumber(brandText<Day>('1990-01-01')), max: toDayNumber(brandText<Day>('2100-01-01')) })
  .map((number) => fromDayNumber(brandNumber<DayNumber>(number)))

describe.each([...WHOLE_DAYS, ...WITH_SPLIT_DAYS])('%s', (name) => {
  const zone = zoneOf(name)

  it('reads the clock as Temporal does at any instant', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(zone.localTimeOf(instant)).toEqual({ ...temporalClockOf(name, instant), zone })
        expect(zone.dayOf(instant)).toBe(temporalClockOf(name, instant).day)
      }),
      { numRuns: RUNS },
    )
  })

  it('reads the clock as Temporal does around every change', () => {
    const distances = [-HOUR, -MINUTE, -1, 0, 1, MINUTE, HOUR]
    const around = changesOf(name).flatMap((change) => distances.map((distance) => addMilliseconds(change, distance)))
    expect(around.map((instant) => zone.localTimeOf(instant))).toEqual(
      around.map((instant) => ({ ...temporalClockOf(name, instant), zone })),
    )
    expect(around.map((instant) => zone.dayOf(instant))).toEqual(
      around.map((instant) => temporalClockOf(name, instant).day),
    )
  })

  it('starts any day when Temporal does', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(zone.startOf(day)).toBe(temporalStartOf(name, day))
      }),
      { numRuns: RUNS },
    )
  })

  it('starts the days around every change when Temporal does', () => {
    const around = daysAroundChangesOf(zone)
    expect(around.map((day) => [day, zone.startOf(day)])).toEqual(
      around.map((day) => [day, temporalStartOf(name, day)]),
    )
  })
})

it.each(WHOLE_DAYS)('%s has half-open days without gap or overlap', (name) => {
  const zone = zoneOf(name)
  const endsOf = (day: Day) => {
    const [start, next] = [zone.startOf(day), zone.startOf(addDays(day, 1))]
    // A day that the zone left out (Apia's 2011-12-30) holds no instant at all.
    return start === next ? [day, day] : [zone.dayOf(start), zone.dayOf(addMilliseconds(next, -1))]
  }
  fc.assert(
    fc.property(days, (day) => {
      expect(endsOf(day)).toEqual([day, day])
    }),
  )
  const around = daysAroundChangesOf(zone)
  expect(around.map(endsOf)).toEqual(around.map((day) => [day, day]))
})

describe('known moments', () => {
  it.each([
    ['Etc/GMT-2', '2026-03-01T21:59:59.999Z', '2026-03-01', 23 * 60 + 59],
    ['Etc/GMT-2', '2026-03-01T22:00:00Z', '2026-03-02', 0],
    ['America/Los_Angeles', '2026-03-08T09:59:59Z', '2026-03-08', 119],
    ['America/Los_Angeles', '2026-03-08T10:00:00Z', '2026-03-08', 180],
    ['Europe/Berlin', '2026-10-25T00:59:00Z', '2026-10-25', 179],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25', 120],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-02', 0],
  ])('%s at %s is %s, minute %i', (name, text, day, minutes) => {
    expect(zoneOf(name).localTimeOf(at(text))).toEqual({ day, minutes, zone: zoneOf(name) })
    expect(zoneOf(name).dayOf(at(text))).toBe(day)
  })

  it('starts a day at the jump where the clock leaves midnight out', () => {
    expect(zoneOf('America/Sao_Paulo').startOf(brandText<Day>('2018-11-04'))).toBe(at('2018-11-04T03:00:00Z'))
  })

  it('starts a day at the second midnight where the first was still the day before', () => {
    expect(zoneOf('America/Sao_Paulo').startOf(brandText<Day>('2018-02-18'))).toBe(at('2018-02-18T03:00:00Z'))
  })

  it('starts a day at the first of two midnights of its own', () => {
    expect(zoneOf('America/Havana').startOf(brandText<Day>('2025-11-02'))).toBe(at('2025-11-02T04:00:00Z'))
  })

  it('reads the first and the last year that days may lie in', () => {
    const zone = zoneOf('Europe/Berlin')
    expect(zone.startOf(brandText<Day>('1970-01-01'))).toBe(-HOUR)
    expect(zone.dayOf(instantFromMilliseconds(-1))).toBe('1970-01-01')
    for (const day of ['2199-07-01', '2200-01-01'].map(brandText<Day>)) {
      expect(zone.startOf(day)).toBe(temporalStartOf('Europe/Berlin', day))
    }
  })
})

it('offers the default zone, and every zone that it offers exists', () => {
  expect(ZONES.map((zone) => zone.name)).toContain(DEFAULT_ZONE)
  for (const { name } of ZONES) expect(zoneOf(name).name).toBe(name)
})

it('offers the twelve zones of the specification, under their names', () => {
  expect(ZONES.map(({ name }) => name)).toEqual([
    'Etc/GMT-2',
    'Etc/GMT-0',
    'Europe/London',
    'Europe/Berlin',
    'Europe/Kiev',
    'Asia/Tel_Aviv',
    'Asia/Dubai',
    'America/New_York',
    'America/Los_Angeles',
    'Asia/Singapore',
    'Asia/Tokyo',
    'Australia/Sydney',
  ])
  expect(ZONES.map(({ name }) => labelOfZone(name)).slice(0, 3)).toEqual(['GMT+2', 'UTC/GMT', 'Europe/London'])
})

it('refuses a zone that does not exist', () => {
  expect(() => zoneOf('Mars/Olympus')).toThrow(RangeError)
})

it('gives the same zone for the same name', () => {
  expect(zoneOf('Asia/Tokyo')).toBe(zoneOf('Asia/Tokyo'))
})

function temporalClockOf(name: string, instant: Instant) {
  const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name)
  return { day: clock.toPlainDate().toString(), minutes: clock.hour * 60 + clock.minute }
}

function temporalStartOf(name: string, day: Day): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(name).epochMilliseconds
}

function daysAroundChangesOf(zone: Zone): Day[] {
  return changesOf(zone.name).flatMap((change) => [-2, -1, 0, 1, 2].map((n) => addDays(zone.dayOf(change), n)))
}

/** Every instant from 1990 to 2099 at which a zone's clock is set. */
function changesOf(name: string): Instant[] {
  const changes: Instant[] = []
  let moment = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO(name)
  while (true) {
    const next = moment.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= TO) return changes
    changes.push(instantFromMilliseconds(next.epochMilliseconds))
    moment = next
  }
}

function at(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`not an instant: ${text}`)
  return instant
}

function epoch(text: string): number {
  return Temporal.Instant.from(text).epochMilliseconds
}

describe('a zone as people name it', () => {
  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions().timeZone],
    ['etc/gmt-2', 'Etc/GMT-2'],
    ['utc', 'UTC'],
    ['GMT+0', 'UTC'],
    ['gmt+3', 'GMT+3'],
    ['UTC-5', 'GMT-5'],
  ])('%s is %s', (written, name) => {
    expect(nameZone(written)).toBe(name)
  })

  it.each(['Berlin', 'CET', 'Europe/Berlim', 'GMT+15', 'GMT-13', 'GMT3', ''])('%s is none', (written) => {
    expect(nameZone(written)).toBeNull()
  })

  it('GMT+3 is three hours ahead', () => {
    expect(zoneNamed('GMT+3').minutesOf(at('2026-07-01T09:00:00Z'))).toBe(12 * 60)
    expect(zoneNamed('GMT-3').minutesOf(at('2026-07-01T09:00:00Z'))).toBe(6 * 60)
  })
})
