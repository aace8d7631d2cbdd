import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf, type LocalTime } from '#domain/kernel/zone.ts'
import { affiliateCap, brokerCap, brokerCapLists } from '#testing/standing-caps.ts'
import { measureAgainstPlain } from '#testing/plain-work.ts'
import { filterCaps, type CapFilter } from './filter.ts'
import { PACES } from './pace.ts'

const now: LocalTime = { day: brandText<Day>('2026-03-02'), minutes: 13 * 60, zone: zoneOf('UTC') }

const NO_NAMES = new Map<string, string>()

const caps = [
  brokerCap({ _id: 'de', geo: 'DE', sourceNumber: '44', actualCount: 20 }),
  brokerCap({ _id: 'uk', geo: 'UK', sourceNumber: '4', advertiserId: 'B-2', advertiserName: 'Beta', actualCount: 1 }),
  brokerCap({ _id: 'gb', geo: 'GB', sourceNumber: '5', advertiserId: 'B-22', advertiserName: null, actualCount: 10 }),
  brokerCap({ _id: 'it', geo: 'IT', sourceNumber: '5', createdBy: '@Zoë Braun' }),
]

function found(filter: CapFilter): string {
  return filterCaps(caps, filter, now, NO_NAMES)
    .map((cap) => cap._id)
    .join(' ')
}

it('finds caps by what the affiliates behind their sources are called too', () => {
  const names = new Map([['5', 'Nordlys Media']])
  expect(filterCaps(caps, { text: 'nordlys it' }, now, names).map(({ _id }) => _id)).toEqual(['it'])
  expect(filterCaps(caps, { text: 'lys' }, now, names).map(({ _id }) => _id)).toEqual(['gb', 'it'])
})

describe('filterCaps', () => {
  it.each<[CapFilter, string]>([
    [{}, 'de uk gb it'],
    [{ geo: '', broker: ' ', source: '#', text: '  ' }, 'de uk gb it'],
    [{ geo: 'gb' }, 'uk gb'],
    [{ geo: 'UK' }, 'uk gb'],
    [{ geo: 'D' }, ''],
    [{ broker: 'B-2' }, 'uk'],
    [{ broker: 'b-2' }, 'uk'],
    [{ source: '#4' }, 'uk'],
    [{ source: '5' }, 'gb it'],
    [{ pace: 'full' }, 'de'],
    [{ pace: 'behind' }, 'uk'],
    [{ pace: 'on-pace' }, 'gb'],
    [{ pace: 'no-leads' }, 'it'],
    [{ geo: 'GB', broker: 'B-2', source: '4', text: 'beta', pace: 'behind' }, 'uk'],
    [{ geo: 'GB', broker: 'B-2', source: '4', text: 'alster', pace: 'behind' }, ''],
  ])('by %j finds %j', (filter, ids) => {
    expect(found(filter)).toBe(ids)
  })

  it.each([
    ['de', 'de'],
    ['gb', 'uk gb'],
    ['UK', 'uk gb'],
    ['b-2', 'uk gb'],
    // Short words begin a word: `ra` is in Braun, `al` begins Alster.
    ['ra', ''],
    ['al', 'de it'],
    ['lster', 'de it'],
    ['ALSTER', 'de it'],
    ['#4', 'de uk'],
    ['#44', 'de'],
    ['zoë', 'it'],
    ['alster zoë', 'it'],
    ['  braun   ALSTER ', 'it'],
    ['alster beta', ''],
    ['deb-1', ''],
    ['null', ''],
  ])('by the words %j finds %j', (text, ids) => {
    expect(found({ text })).toBe(ids)
  })

  it('searches affiliate caps, which no broker has', () => {
    const bought = [affiliateCap({ geo: 'FR' }), affiliateCap({ geo: 'DE' })]
    expect(filterCaps(bought, { text: 'fr' }, now, NO_NAMES)).toEqual([bought[0]])
    expect(filterCaps(bought, { broker: 'B-1' }, now, NO_NAMES)).toEqual([])
  })

  it('has each cap of today in exactly one pace, in the order it came', () => {
    fc.assert(
      fc.property(brokerCapLists, (list) => {
        const byPace = PACES.map((pace) => filterCaps(list, { pace }, now, NO_NAMES))
        const ids = byPace.map((part) => part.map((cap) => list.indexOf(cap)))
        expect(ids.flat().toSorted((a, b) => a - b)).toEqual(list.map((_, index) => index))
        for (const part of ids) expect(part).toEqual(part.toSorted((a, b) => a - b))
      }),
    )
  })

  it('has caps of days to come in no pace', () => {
    const tomorrow = [brokerCap({ date: '2026-03-03' })]
    expect(PACES.flatMap((pace) => filterCaps(tomorrow, { pace }, now, NO_NAMES))).toEqual([])
  })

  it('goes through 10,000 caps before anybody notices', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => brokerCap({ sourceNumber: String(index) }))
    const filter: CapFilter = { text: 'alster #99', pace: 'no-leads', geo: 'de' }
    const times = measureAgainstPlain(5, () => expect(filterCaps(many, filter, now, NO_NAMES)).toHaveLength(111))
    expect(times).toBeLessThan(1)
  })
})
