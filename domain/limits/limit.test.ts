import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hours } from '#domain/hours/working-hours.ts'
import { addDays, daysBetween, parseDay, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { createLimitCounter, planAfter, type LimitFacts } from './count.ts'
import { findFullAt } from './full-at.ts'
import { checkLimit, LIMIT_PERIODS, LIMIT_UNITS, periodOf, periodsWithin, type Limit } from './limit.ts'

const day = (text: string): Day => parseDay(text) ?? neverDay()

function neverDay(): never {
  throw new Error('no day')
}

const limit: Limit = {
  _id: 'l1',
  version: 1,
  name: 'Three countries',
  side: 'broker',
  geos: [],
  advertiserIds: [],
  sourceNumbers: [],
  number: 500,
  unit: 'leads',
  period: 'week',
  firstDay: null,
  lastDay: null,
  note: null,
}

test.each([
  ['day', '2026-11-21', '2026-11-21', '2026-11-21'],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
  ['month', '2028-02-10', '2028-02-01', '2028-02-29'],
] as const)('a %s of %s', (period, of, start, end) => {
  expect(periodOf({ ...limit, period }, day(of))).toEqual({ start, end })
})

test('holds on its days alone, which cut its first and its last period', () => {
  const some = { ...limit, firstDay: day('2026-11-18'), lastDay: day('2026-11-24') }
  expect(periodOf(some, day('2026-11-17'))).toBeNull()
  expect(periodOf(some, day('2026-11-20'))).toEqual({ start: '2026-11-18', end: '2026-11-22' })
  expect(periodOf(some, day('2026-11-24'))).toEqual({ start: '2026-11-23', end: '2026-11-24' })
  expect(periodOf(some, day('2026-11-25'))).toBeNull()
  expect(periodOf({ ...some, period: 'range' }, day('2026-11-20'))).toEqual({ start: '2026-11-18', end: '2026-11-24' })
})

test('every day of every period has that period', () => {
  fc.assert(
    fc.property(fc.constantFrom('day', 'week', 'month'), fc.nat({ max: 4_000 }), (period, offset) => {
      const of = addDays(day('2024-01-01'), offset)
      const found = periodOf({ ...limit, period }, of)
      if (!found) return expect.fail('no period')
      expect(found.start <= of && of <= found.end).toBe(true)
      for (const other of [found.start, found.end]) expect(periodOf({ ...limit, period }, other)).toEqual(found)
      expect(periodOf({ ...limit, period }, addDays(found.end, 1))?.start).toBe(addDays(found.end, 1))
      if (period === 'week') expect([weekdayOf(found.start), daysBetween(found.start, found.end)]).toEqual([1, 6])
    }),
    { numRuns: 100 },
  )
})

describe('what is no limit', () => {
  test.each([
    [{ side: 'affiliate', advertiserIds: ['B-1'] }, 'limit.no-advertisers'],
    [{ unit: 'validLeads', geos: ['DE'] }, 'limit.source-only'],
    [{ period: 'range', firstDay: day('2026-11-18') }, 'limit.days-missing'],
    [{ firstDay: day('2026-11-18'), lastDay: day('2026-11-17') }, 'limit.reversed'],
  ] as const)('%j', (fields, reason) => {
    expect(checkLimit({ ...limit, ...fields })).toMatchObject({ ok: false, reason })
  })
})

const DAYS = ['2026-11-15', '2026-11-16', '2026-11-20', '2026-11-22', '2026-11-23'].map(day)
const lead = fc.record({
  day: fc.constantFrom(...DAYS),
  geo: fc.constantFrom('DE', 'AT', 'GB'),
  advertiserId: fc.constantFrom('B-1', 'B-2'),
  sourceNumber: fc.constantFrom('44', '51'),
  invalid: fc.boolean(),
  deposits: fc.nat({ max: 2 }),
})
const subset = (values: readonly string[]) => fc.subarray([...values])

test('counts what counting by hand does, in random worlds', () => {
  const anyLimit = fc
    .record({
      side: fc.constantFrom('broker', 'affiliate'),
      geos: subset(['DE', 'UK', 'AT']),
      advertiserIds: subset(['B-1', 'B-2']),
      sourceNumbers: subset(['44', '#51']),
      unit: fc.constantFrom(...LIMIT_UNITS),
      period: fc.constantFrom(...LIMIT_PERIODS),
    })
    .map((fields): Limit => ({ ...limit, ...fields, firstDay: day('2026-11-16'), lastDay: day('2026-11-22') }))
    .filter((each) => checkLimit(each).ok)
  fc.assert(
    fc.property(anyLimit, fc.array(lead, { maxLength: 40 }), (each, leads) => {
      const period = periodOf(each, day('2026-11-20'))
      if (!period) return expect.fail('no period')
      const byHand = leads
        .filter((row) => row.day >= period.start && row.day <= period.end)
        .filter((row) => each.geos.length === 0 || each.geos.includes(row.geo === 'GB' ? 'UK' : row.geo))
        .filter((row) => each.advertiserIds.length === 0 || each.advertiserIds.includes(row.advertiserId))
        .filter(
          (row) =>
            each.sourceNumbers.length === 0 || each.sourceNumbers.includes(row.sourceNumber === '51' ? '#51' : '44'),
        )
      const counted = {
        leads: byHand.length,
        validLeads: byHand.filter(({ invalid }) => !invalid).length,
        deposits: byHand.reduce((sum, row) => sum + row.deposits, 0),
      }
      const facts: LimitFacts = {
        delivered: leads.map((row) => ({ ...row, leads: 1 })),
        invalid: leads.filter(({ invalid }) => invalid).map((row) => ({ ...row, leads: 1 })),
        planned: leads.flatMap((row) => [
          { ...row, side: 'broker' as const, cap: 3 },
          { ...row, advertiserId: null, side: 'affiliate' as const, cap: 2 },
        ]),
      }
      const planned = byHand.length * (each.side === 'broker' ? 3 : 2)
      expect(createLimitCounter(facts).count(each, period)).toEqual({ delivered: counted[each.unit], planned })
    }),
    { numRuns: 300 },
  )
})

test('the periods of a range are those of its days, each once', () => {
  const range = { start: day('2026-11-10'), end: day('2026-11-30') }
  expect(periodsWithin(limit, range).map(({ start }) => start)).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  const some = { ...limit, firstDay: day('2026-11-18'), lastDay: day('2026-11-24') }
  expect(periodsWithin(some, range)).toEqual([
    { start: '2026-11-18', end: '2026-11-22' },
    { start: '2026-11-23', end: '2026-11-24' },
  ])
  expect(periodsWithin(some, { start: day('2026-11-25'), end: day('2026-11-30') })).toEqual([])
})

test('what would be planned is told of a limit that a change touches, and of no other', () => {
  const state = { period: { start: day('2026-11-16'), end: day('2026-11-22') }, planned: 480 }
  const change = { side: 'broker', day: day('2026-11-17'), geo: 'UK', advertiserId: 'B-1', sourceNumber: '44' } as const
  expect(
    planAfter({ ...limit, geos: ['GB'] }, state, [
      { ...change, by: 60 },
      { ...change, by: -10 },
    ]),
  ).toBe(530)
  expect(planAfter({ ...limit, geos: ['DE'] }, state, [{ ...change, by: 60 }])).toBeNull()
  expect(planAfter(limit, state, [{ ...change, day: day('2026-11-23'), by: 60 }])).toBeNull()
  expect(planAfter({ ...limit, side: 'affiliate' }, state, [{ ...change, by: 60 }])).toBeNull()
})

describe('when it will be full', () => {
  const hours: Hours = { kind: 'windows', windows: [{ from: 600, to: 1_200 }] }
  const parts = [{ leads: 60, hours, paused: [] }]
  const today = { day: day('2026-11-21'), from: 600, parts }
  const tomorrow = { day: day('2026-11-22'), from: 0, parts }

  test('the minute at which so many more have come, over the open minutes of each day', () => {
    // One lead in ten minutes, from 10:00 on.
    expect(findFullAt(1, [today])).toEqual({ day: '2026-11-21', minutes: 609 })
    expect(findFullAt(61, [today, tomorrow])).toEqual({ day: '2026-11-22', minutes: 609 })
    expect(findFullAt(121, [today, tomorrow])).toBeNull()
    expect(findFullAt(0, [today])).toBeNull()
  })

  test('what is paused brings nothing, and what is left comes in the rest', () => {
    const held = { ...today, parts: [{ leads: 30, hours, paused: [{ from: 600, to: 900 }] }] }
    expect(findFullAt(1, [held])).toEqual({ day: '2026-11-21', minutes: 909 })
  })
})
