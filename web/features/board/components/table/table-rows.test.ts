import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { CapOrder } from '#domain/caps/sort.ts'
import type { Day } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { collectPlaces, holdPlaces, listRows, narrowPlaces, orderPlaces, sumGeo, type PlaceRow } from './table-rows.ts'

const day = (text: string) => brandText<Day>(text)
const days = [day('2026-11-21'), day('2026-11-22')]
const now = { day: day('2026-11-21'), minutes: 720, zone: zoneOf(DEFAULT_ZONE) }
const byDay = [
  [
    brokerCap({ _id: 'a', geo: 'DE', sourceNumber: '1', cap: 10, actualCount: 4 }),
    brokerCap({ _id: 'b', geo: 'UK', sourceNumber: '2', cap: 30 }),
  ],
  [
    brokerCap({ _id: 'c', date: days[1], geo: 'de', sourceNumber: '1', cap: 12 }),
    brokerCap({ _id: 'd', date: days[1], geo: 'DE', sourceNumber: '3', cap: 50 }),
  ],
]
const NO_NAMES = new Map<string, string>()
const places = collectPlaces(days, byDay)
const order = (rows: readonly PlaceRow[], by: CapOrder, clock = now) => orderPlaces(rows, by, clock, day('2026-11-22'))
const arrange = (known: readonly PlaceRow[], isGrouped = true) => listRows({ known, fresh: [] }, isGrouped)
const tell = (rows: ReturnType<typeof listRows>) =>
  rows.map((row) =>
    row.kind === 'geo'
      ? `${row.geo} ${sumGeo(row, days).sources}`
      : [...row.caps.values()].map(({ _id }) => _id).join(),
  )

test('caps of one place stand in one row, under their geo, the largest plan first', () => {
  const rows = arrange(order(places, 'planned'))
  expect(tell(rows)).toEqual(['DE 2', 'd', 'a,c', 'UK 1', 'b'])
  expect(rows[0]?.kind === 'geo' && sumGeo(rows[0], days).sums).toMatchObject([
    { actual: 4, planned: 10, caps: 1 },
    { planned: 62, caps: 2 },
  ])
})

test('by what was delivered a row stands by its cap of today, not by that of the day before; without one it comes last', () => {
  const rows = collectPlaces(
    days,
    days.map((date, index) => [
      brokerCap({ date, sourceNumber: '1', cap: 10, actualCount: index === 0 ? 0 : 9 }),
      brokerCap({ date, sourceNumber: '2', cap: 10, actualCount: index === 0 ? 9 : 0 }),
      ...(index === 0 ? [brokerCap({ date, sourceNumber: '3', cap: 10 })] : []),
    ]),
  )
  const listed = (by: CapOrder) =>
    order(rows, by, { ...now, day: day('2026-11-22') }).map(({ first }) => first.sourceNumber)
  expect(listed('pace')).toEqual(['2', '1', '3'])
  expect(listed('delivered')).toEqual(['1', '2', '3'])
  expect(listed('remaining')).toEqual(['2', '1', '3'])
})

test('by price a row stands by its cap of the day whose terms are shown', () => {
  const priced = (sourceNumber: string, cpa: number, index: number) =>
    brokerCap({ date: days[index], sourceNumber, cpa, crg: 1_000 })
  const rows = collectPlaces(days, [
    [priced('1', 90_000, 0), priced('2', 50_000, 0), priced('3', 99_000, 0)],
    [priced('1', 60_000, 1), priced('2', 70_000, 1)],
  ])
  const ofDay = (date: string) => orderPlaces(rows, 'price', now, day(date)).map(({ first }) => first.sourceNumber)
  expect(ofDay('2026-11-22')).toEqual(['2', '1', '3'])
  expect(ofDay('2026-11-21')).toEqual(['3', '1', '2'])
})

test('a row stays where any of its caps passes, and an order of all has no heads', () => {
  expect(tell(arrange(narrowPlaces(order(places, 'planned'), { source: '1' }, now, NO_NAMES)))).toEqual(['DE 1', 'a,c'])
  const ofTwo = [brokerCap({ _id: 'a', createdBy: 'anna' }), brokerCap({ _id: 'b', createdBy: 'ben' })].map((cap) => [
    cap,
  ])
  const [row, ...none] = narrowPlaces(collectPlaces(days, ofTwo), { text: 'ben' }, now, NO_NAMES)
  expect([row?.caps.size, none], 'by any of the caps of its days').toEqual([2, []])
  expect(narrowPlaces(collectPlaces(days, ofTwo), { text: 'anna ben' }, now, NO_NAMES), 'not by several').toEqual([])
  expect(tell(arrange(order(places, 'source'), false))).toEqual(['a,c', 'b', 'd'])
})

test('whoever is at work on rows finds them where they were: what is gone is empty, and what is new comes last', () => {
  const held = order(places, 'planned')
  const later = collectPlaces(days, [[...(byDay[0] ?? []), brokerCap({ _id: 'e', geo: 'AT', sourceNumber: '9' })], []])
  const all = new Map(later.map((row) => [row.key, row]))
  const rows = listRows(holdPlaces(held, narrowPlaces(later, { source: '9' }, now, NO_NAMES), all), true)
  expect(tell(rows)).toEqual(['DE 2', '', 'a', 'UK 1', 'b', 'AT 1', 'e'])
})
