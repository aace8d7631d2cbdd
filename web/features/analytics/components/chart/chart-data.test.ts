import { expect, test } from 'vitest'
import { listBreakdown } from '#domain/analytics/breakdown.ts'
import { addDays, parseDay } from '#domain/kernel/day.ts'
import { PALETTE, pointsOfDays, pointsOfHours, pointsOfRows, slicesOfDays, slicesOfRows } from './chart-data.ts'

const start = parseDay('2026-01-01') ?? expect.fail('not a day')
const listDays = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ date: addDays(start, at), leads: 10, deposits: 1 }))
const rowsOf = (count: number) =>
  listBreakdown(
    {
      byGeo: [],
      byBroker: [],
      byAffiliate: [],
      byAffiliateGeo: Array.from({ length: count }, (_, at) => ({
        sourceNumber: String(at),
        publisherName: null,
        geo: 'DE',
        leads: 100 - at,
        deposits: 1,
      })),
    },
    'affiliateGeo',
  )

test('a day shows its first ten rows as they are sorted, beside the same rows before', () => {
  const points = pointsOfRows(rowsOf(12), rowsOf(5).slice(1))
  expect(points).toHaveLength(10)
  expect(points[0]).toEqual({ name: '#0 DE', second: null, leads: 100, deposits: 1, conversion: 1, before: 0 })
  expect(points[1]).toMatchObject({ name: '#1 DE', before: 99 })
  expect(pointsOfRows(rowsOf(1), null)[0]?.before).toBeNull()
})

test('the days of a range stand beside those in the same place', () => {
  expect(pointsOfDays(listDays(2), listDays(1)).map(({ before }) => before)).toEqual([10, null])
})

test('the hours of a day end with the one that runs; those of the day before are all there', () => {
  const whole = Array.from({ length: 24 }, (_, hour) => ({ hour, leads: hour, deposits: 1 }))
  const hours = whole.map((each) => (each.hour > 8 ? { ...each, leads: 0, deposits: 0 } : each))
  const points = pointsOfHours(hours, whole, 8)
  expect(points.map(({ leads }) => leads).slice(7, 10)).toEqual([7, 8, null])
  expect(points[9]).toEqual({ name: '09:00', leads: null, deposits: null, conversion: null, before: 9 })
  expect(pointsOfHours(hours, null, null).every(({ leads, before }) => leads !== null && before === null)).toBe(true)
})

test('slices are days, weeks or months, and lose no lead', () => {
  for (const [count, slices, first] of [
    [14, 14, 'Thu 1 Jan'],
    [15, 3, 'Week of Mon 29 Dec'],
    [98, 15, 'Week of Mon 29 Dec'],
    [365, 12, 'January 2026'],
  ] as const) {
    const points = slicesOfDays(listDays(count))
    expect([points.length, points[0]?.name]).toEqual([slices, first])
    expect(points.reduce((sum, { leads }) => sum + leads, 0)).toBe(count * 10)
  }
})

test('a ring shows all leads: what follows the first ten rows is one part, and no two parts look the same', () => {
  const slices = slicesOfRows(rowsOf(13))
  expect(slices).toHaveLength(11)
  expect(slices.at(-1)).toMatchObject({ name: 'Other (3)', leads: 90 + 89 + 88, deposits: 3 })
  expect(new Set(slices.map(({ color }) => color)).size).toBe(11)
  expect(slicesOfRows(rowsOf(10))).toHaveLength(10)
  expect(new Set(slicesOfDays(listDays(731)).map(({ color }) => color)).size).toBe(25)
})

test('eight colours, none twice', () => {
  expect(new Set(PALETTE).size).toBe(8)
})
