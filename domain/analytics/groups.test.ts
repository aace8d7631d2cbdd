import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { checkDayRange, countDays, daysOf } from '#domain/kernel/day-range.ts'
import { addFigures, computeConversion } from './figures.ts'
import { fillDays, findTopGeo, groupFigures } from './groups.ts'
import { defaultPeriod, LONGEST_PERIOD, shiftPeriod } from './period.ts'

const day = (text: string): Day => {
  const found = parseDay(text)
  if (!found) throw new Error(`no day: ${text}`)
  return found
}
const period = (start: string, end: string) => ({ start: day(start), end: day(end) })

const key = fc.record({
  geo: fc.constantFrom('DE', 'GB', ''),
  advertiserId: fc.constantFrom('a', 'b', ''),
  sourceNumber: fc.constantFrom('44', '45', ''),
  leads: fc.nat({ max: 1_000_000 }),
  deposits: fc.nat({ max: 1_000 }),
})

test('the sum over every grouping equals the totals, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const { totals, ...groups } = groupFigures(keys)
      for (const rows of Object.values(groups)) expect(addFigures(rows)).toEqual(totals)
      expect(groupFigures(keys.toReversed())).toEqual({ totals, ...groups })
    }),
  )
})

test('most leads first, of as many the first by name; what is not known is no top geo', () => {
  const of = (geo: string, leads: number) => ({ geo, advertiserId: 'a', sourceNumber: '1', leads, deposits: 1 })
  const { byGeo, byAffiliateGeo } = groupFigures([of('FR', 3), of('', 9), of('DE', 2), of('AT', 1), of('AT', 2)])
  expect(byGeo.map(({ geo }) => geo)).toEqual(['', 'AT', 'FR', 'DE'])
  expect(findTopGeo(byGeo)).toEqual({ geo: 'AT', leads: 3, deposits: 2 })
  expect(findTopGeo([])).toBeNull()
  expect(findTopGeo(groupFigures([of('', 9), of('DE', 0)]).byGeo)).toBeNull()
  expect(byAffiliateGeo[1]).toEqual({ sourceNumber: '1', geo: 'AT', leads: 3, deposits: 2 })
})

test('conversion is deposits for a hundred leads, and 0 without leads', () => {
  expect(computeConversion({ leads: 8, deposits: 1 })).toBe(12.5)
  expect(computeConversion({ leads: 0, deposits: 3 })).toBe(0)
})

test('a range has each of its days once, those of a month end and a leap day too', () => {
  const days = fillDays(period('2028-02-28', '2028-03-01'), [{ date: day('2028-02-29'), leads: 2, deposits: 1 }])
  expect(days).toEqual([
    { date: '2028-02-28', leads: 0, deposits: 0 },
    { date: '2028-02-29', leads: 2, deposits: 1 },
    { date: '2028-03-01', leads: 0, deposits: 0 },
  ])
})

test('a range of two years is the longest', () => {
  expect(checkDayRange(period('2024-11-22', '2026-11-22'), LONGEST_PERIOD).ok).toBe(true)
  expect(checkDayRange(period('2024-11-21', '2026-11-22'), LONGEST_PERIOD)).toEqual({
    ok: false,
    reason: 'range.too-long',
  })
  expect(checkDayRange(period('2026-11-22', '2026-11-21'), LONGEST_PERIOD)).toEqual({
    ok: false,
    reason: 'range.reversed',
  })
  expect(daysOf(defaultPeriod(day('2026-03-03')))[0]).toBe('2026-02-24')
})

test('a period is compared with one before it that it does not overlap', () => {
  const shown = period('2026-11-14', '2026-11-21')
  expect(shiftPeriod(shown, 'period')).toEqual(period('2026-11-06', '2026-11-13'))
  expect(shiftPeriod(shown, 'week')).toEqual(period('2026-10-31', '2026-11-07'))
  const today = period('2026-11-21', '2026-11-21')
  expect(shiftPeriod(today, 'period')).toEqual(period('2026-11-20', '2026-11-20'))
  expect(shiftPeriod(today, 'week')).toEqual(period('2026-11-14', '2026-11-14'))
  for (const comparison of ['period', 'week'] as const) {
    const other = shiftPeriod(shown, comparison)
    expect(countDays(other)).toBe(countDays(shown))
    expect(other.end < shown.start).toBe(true)
  }
})
