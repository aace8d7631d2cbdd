import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import type { GeoKey, SourceNumber } from '#domain/kernel/identity.ts'
import { SLOTS, type DayAtRest, type SlotCount } from '#domain/suggestions/forecast.ts'
import { createRandom, type Random } from '#sandbox/random.ts'
import { remember } from '#sandbox/remember.ts'

// Counts that nobody here made up (testing/real-days/README.md), as the leads of some sources.

export interface RealSet {
  name: string
  /** Every day of it, in order. */
  days: readonly Day[]
  sources: readonly SourceNumber[]
  holidays: ReadonlySet<Day>
  /** Days of known trouble, which are no false alarms: a snowstorm, counters that stood still. */
  troubled: ReadonlySet<Day>
  /** The holidays as people would have told them. */
  atRest: readonly DayAtRest[]
  countsOf(day: Day): readonly SlotCount[]
}

const AIRPORTS =
  'ORD ATL LAX PHX STL DTW MSP DEN BOS EWR PHL LGA PIT SEA DCA MIA SLC JFK MCI BNA CLE IAD AUS BDL RDU PVD BUF RIC ROC ALB'
/** Parts of the country that flights go to. */
const REGIONS = 4
const FLIGHT_DAYS = 181

/** Departures of the United States from January to June 2001: an airport is a source, where to is geo and broker. */
export function readFlights(): RealSet {
  const bytes = readBytes('flights')
  const sources = AIRPORTS.split(' ').map((name) => brandText<SourceNumber>(name))
  const first = brandText<Day>('2001-01-01')
  const days = listDays(first, FLIGHT_DAYS)
  const places = new Map(days.map((day, at) => [day, at]))
  const holidays = readDays('2001-01-01 2001-01-15 2001-02-19 2001-05-28')
  return {
    name: 'flights',
    days,
    sources,
    holidays,
    troubled: readDays('2001-03-05 2001-03-06'),
    atRest: restAt(
      Array.from({ length: REGIONS }, (_, region) => `R${region}`),
      holidays,
    ),
    countsOf: remember((day) =>
      sources.flatMap((sourceNumber, source) =>
        Array.from({ length: REGIONS }, (_, region) => {
          const start = ((source * REGIONS + region) * FLIGHT_DAYS + (places.get(day) ?? 0)) * SLOTS
          return listCounts(day, `R${region}`, sourceNumber, bytes.subarray(start, start + SLOTS))
        }).flat(),
      ),
    ),
  }
}

/** Leads a day to which each direction is thinned. */
const BIKE_RATES = [20, 60, 200]
const BIKE_DAYS = 607
const HOURS = 24

/** Bicycles over a bridge of Seattle from October 2012 to May 2014, thinned to six sources. */
export function readBikes(): RealSet {
  const bytes = readBytes('bikes')
  const hours = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(at * 2))
  const days = listDays(brandText<Day>('2012-10-02'), BIKE_DAYS)
  const places = new Map(days.map((day, at) => [day, at]))
  const mean = hours.reduce((sum, count) => sum + count, 0) / BIKE_DAYS / 2
  const ways = ['NB', 'SB'].flatMap((direction, way) => BIKE_RATES.map((rate) => ({ direction, way, rate })))
  const holidays = readDays(
    '2012-10-08 2012-11-12 2012-11-22 2012-12-25 2013-01-01 2013-01-21 2013-02-18 2013-05-27 2013-07-04 2013-09-02 ' +
      '2013-10-14 2013-11-11 2013-11-28 2013-12-25 2014-01-01 2014-01-20 2014-02-17 2014-05-26',
  )
  return {
    name: 'bikes',
    days,
    sources: ways.map(({ direction, rate }) => brandText<SourceNumber>(`${direction}${rate}`)),
    holidays,
    // Both counters stood still from nine on.
    troubled: readDays('2013-06-14'),
    atRest: restAt(['NB', 'SB'], holidays),
    countsOf: remember((day) =>
      ways.flatMap(({ direction, way, rate }) => {
        const start = ((places.get(day) ?? 0) * 2 + way) * HOURS
        const random = createRandom('bikes', day, direction, rate)
        const slots = thin(random, hours.slice(start, start + HOURS), rate / mean)
        return listCounts(day, direction, brandText<SourceNumber>(`${direction}${rate}`), slots)
      }),
    ),
  }
}

function restAt(places: readonly string[], days: ReadonlySet<Day>): DayAtRest[] {
  return [...days].flatMap((day) => places.map((key): DayAtRest => ({ day, side: 'geo', key, rests: true })))
}

/** Of each hour a share, each one in any of its quarters. */
function thin(random: Random, hours: readonly number[], share: number): Uint8Array {
  const slots = new Uint8Array(SLOTS)
  for (const [hour, count] of hours.entries()) {
    for (let one = 0; one < count; one += 1) {
      if (!random.chance(share)) continue
      const slot = hour * 4 + random.integer(0, 3)
      slots[slot] = (slots[slot] ?? 0) + 1
    }
  }
  return slots
}

function listCounts(day: Day, place: string, sourceNumber: SourceNumber, slots: Uint8Array): SlotCount[] {
  const key = { day, geo: brandText<GeoKey>(place), advertiserId: place, sourceNumber }
  return [...slots].flatMap((leads, slot) => (leads > 0 ? [{ ...key, slot, leads }] : []))
}

function readBytes(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`real-days/${name}.bin.gz`, import.meta.url)))
}

function listDays(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, at) => addDays(first, at))
}

function readDays(text: string): ReadonlySet<Day> {
  return new Set(text.split(' ').map((day) => brandText<Day>(day)))
}
