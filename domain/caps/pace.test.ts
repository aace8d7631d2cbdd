import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { END_OF_DAY, isOpen, parseHours, type Hours } from '#domain/hours/working-hours.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf, type LocalTime } from '#domain/kernel/zone.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import {
  classifyPace,
  computeExpected,
  computeExpectedBy,
  countBehind,
  countOpenMinutes,
  decidePace,
  listWithoutLeads,
  sumExpectedBy,
  computeProgress,
  computeRemaining,
  roundProgress,
} from './pace.ts'

const minutesOfDay = fc.integer({ min: 0, max: END_OF_DAY })
const planned = fc.nat({ max: 1_000_000 })

const clock = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${Math.floor(quarter / 4)}:${String((quarter % 4) * 15).padStart(2, '0')}`)

/** Hours of any kind: unknown, always on, some windows, windows over midnight. */
const anyHours: fc.Arbitrary<Hours> = fc
  .oneof(
    fc.constantFrom('', '24/7'),
    fc
      .array(
        fc.tuple(clock, clock).filter(([from, to]) => from !== to),
        { minLength: 1, maxLength: 3 },
      )
      .map((windows) => windows.map((window) => window.join('-')).join(',')),
  )
  .map(read)

describe('countOpenMinutes', () => {
  it('counts the minutes in which leads are taken', () => {
    fc.assert(
      fc.property(anyHours, minutesOfDay, (hours, until) => {
        const open = Array.from({ length: until }, (_, minute) => minute).filter((minute) => isOpen(hours, minute))
        expect(countOpenMinutes(hours, until)).toBe(open.length)
      }),
    )
  })
})

describe('computeExpected', () => {
  it.each([
    ['09:00-17:00', '08:59', 0],
    ['09:00-17:00', '09:00', 0],
    ['09:00-17:00', '11:00', 20],
    ['09:00-17:00', '17:00', 80],
    ['09:00-17:00', '23:59', 80],
    ['09:00-11:00, 15:00-17:00', '13:00', 40],
    ['09:00-11:00, 15:00-17:00', '16:00', 60],
    ['22:00-06:00', '00:00', 0],
    ['22:00-06:00', '03:00', 30],
    ['22:00-06:00', '12:00', 60],
    ['22:00-06:00', '23:00', 70],
    ['24/7', '06:00', 20],
    ['', '06:00', 20],
    ['', '24:00', 80],
  ])('of a cap of 80 with hours %j by %s is %d', (hours, time, expected) => {
    expect(computeExpected(80, read(hours), minutesAt(time))).toBe(expected)
  })

  it('is not rounded', () => {
    expect(computeExpected(1, read('24/7'), minutesAt('12:00'))).toBe(0.5)
  })

  it('grows from nothing to the whole cap and never falls', () => {
    fc.assert(
      fc.property(planned, anyHours, minutesOfDay, minutesOfDay, (cap, hours, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        expect(computeExpected(cap, hours, 0)).toBe(0)
        expect(computeExpected(cap, hours, END_OF_DAY)).toBe(cap)
        expect(computeExpected(cap, hours, early)).toBeLessThanOrEqual(computeExpected(cap, hours, late))
      }),
    )
  })

  it('stands still while no leads are taken', () => {
    fc.assert(
      fc.property(planned, anyHours, fc.integer({ min: 0, max: END_OF_DAY - 1 }), (cap, hours, minute) => {
        const grew = computeExpected(cap, hours, minute + 1) > computeExpected(cap, hours, minute)
        expect(grew).toBe(cap > 0 && isOpen(hours, minute))
      }),
    )
  })

  it('has an exact whole part', () => {
    fc.assert(
      fc.property(planned, anyHours, minutesOfDay, (cap, hours, minute) => {
        const [open, all] = [countOpenMinutes(hours, minute), countOpenMinutes(hours, END_OF_DAY)]
        const exact = Number((BigInt(cap) * BigInt(open)) / BigInt(all))
        expect(Math.floor(computeExpected(cap, hours, minute))).toBe(exact)
      }),
    )
  })
})

describe('classifyPace', () => {
  it.each([
    [20, 20, 3, 'full'],
    [25, 20, 20, 'full'],
    [199, 200, 200, 'on-pace'],
    [1, 0, 0, 'full'],
    [0, 0, 0, 'on-pace'],
    [0, 20, 0.99, 'on-pace'],
    [0, 20, 1, 'no-leads'],
    [0, 20, 20, 'no-leads'],
    [1, 20, 2, 'on-pace'],
    [1, 20, 2.01, 'behind'],
    [9, 20, 10, 'on-pace'],
    [8.99, 20, 10, 'behind'],
    [90, 200, 100, 'on-pace'],
    [89, 200, 100, 'behind'],
    [5, 20, 2, 'on-pace'],
  ] as const)('%d of %d where %d should have come is %s', (delivered, cap, expected, pace) => {
    expect(classifyPace(delivered, cap, expected)).toBe(pace)
  })

  it('never gets worse by a lead more', () => {
    const rank = { 'no-leads': 0, behind: 1, 'on-pace': 2, full: 3 }
    const shares = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 300 }), shares, (delivered, cap, share) => {
        const before = classifyPace(delivered, cap, cap * share)
        const after = classifyPace(delivered + 1, cap, cap * share)
        expect(rank[after]).toBeGreaterThanOrEqual(rank[before])
      }),
    )
  })
})

describe('the pace of a standing cap', () => {
  const now: LocalTime = { day: brandText<Day>('2026-03-02'), minutes: minutesAt('13:00'), zone: zoneOf('UTC') }
  const half = { cap: 20, workingHours: '09:00-17:00' }

  it('is judged by its hours today', () => {
    expect(computeExpectedBy(brokerCap(half), now)).toBe(10)
    expect(decidePace(brokerCap({ ...half, actualCount: 9 }), now)).toBe('on-pace')
    expect(decidePace(brokerCap({ ...half, actualCount: 8 }), now)).toBe('behind')
    expect(decidePace(brokerCap({ ...half, actualCount: 0 }), now)).toBe('no-leads')
    expect(decidePace(brokerCap({ ...half, actualCount: 20 }), now)).toBe('full')
  })

  it('is judged by the whole cap on a day that is over', () => {
    const past = { ...half, date: '2026-03-01' }
    expect(computeExpectedBy(brokerCap(past), now)).toBe(20)
    expect(decidePace(brokerCap({ ...past, actualCount: 10 }), now)).toBe('behind')
  })

  it('is none on a day that has not begun, whatever is delivered', () => {
    const future = { ...half, date: '2026-03-03', actualCount: 20 }
    expect(computeExpectedBy(brokerCap(future), now)).toBeNull()
    expect(decidePace(brokerCap(future), now)).toBeNull()
  })

  it('adds up: those that are short of what is due, and what is due of all', () => {
    const caps = [0, 8, 9, 20].map((actualCount) => brokerCap({ ...half, actualCount }))
    const tomorrow = brokerCap({ ...half, date: '2026-03-03' })
    expect(countBehind([...caps, tomorrow], now)).toBe(2)
    expect(sumExpectedBy([...caps, tomorrow], now)).toBe(40)
  })
})

function read(text: string): Hours {
  const hours = parseHours(text)
  if (!hours.ok) throw new Error(`no hours: ${text}`)
  return hours.value
}

function minutesAt(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

describe('progress of a cap', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 100],
    [0, 20, 0],
    [5, 20, 25],
    [20, 20, 100],
    [30, 20, 100],
    [57, 100, 57],
    [1, 3, 100 / 3],
  ])('%i of %i is %d percent', (delivered, cap, percent) => {
    expect(computeProgress(delivered, cap)).toBe(percent)
  })

  it('goes from 0 to 100, is full just when nothing remains of what was begun, and never falls', () => {
    const counts = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(counts, counts, (delivered, cap) => {
        const progress = computeProgress(delivered, cap)
        expect(progress).toBeGreaterThanOrEqual(0)
        expect(progress).toBeLessThanOrEqual(100)
        expect(progress === 100).toBe(computeRemaining(delivered, cap) === 0 && delivered > 0)
        expect(computeProgress(delivered + 1, cap)).toBeGreaterThanOrEqual(progress)
      }),
    )
  })
})

it.each([
  [33, 36, 92],
  [1, 36, 3],
  [199, 200, 99],
  [999, 1_000, 99],
  [36, 36, 100],
  [40, 36, 111],
  [0, 0, 0],
  [2, 0, 100],
])('%i of %i is told as %i percent', (delivered, cap, percent) => {
  expect(roundProgress(delivered, cap)).toBe(percent)
})

it.each([
  [0, 20, 20],
  [8, 20, 12],
  [20, 20, 0],
  [25, 20, 0],
  [0, 0, 0],
])('after %i of %i there are %i to go', (delivered, cap, remaining) => {
  expect(computeRemaining(delivered, cap)).toBe(remaining)
})

describe('a cap that was paused for a while', () => {
  const day = brandText<Day>('2026-11-21')
  const cap = brokerCap({ date: day, cap: 100, actualCount: 20, workingHours: '08:00-18:00', alwaysOn: false })
  const zone = zoneOf('Etc/GMT-2')
  const pausedOf = () => [{ from: 10 * 60, to: 14 * 60 }]

  it('owes what its other open minutes bring, and no more for it', () => {
    const by = (minutes: number, at = day) => computeExpectedBy(cap, { day: at, minutes, zone, pausedOf })
    expect([by(9 * 60), by(12 * 60), by(14 * 60), by(18 * 60)]).toEqual([10, 20, 20, 60])
    expect(by(0, brandText<Day>('2026-11-22'))).toBe(60)
    expect(decidePace(cap, { day, minutes: 14 * 60, zone, pausedOf })).toBe('on-pace')
    expect(decidePace(cap, { day, minutes: 14 * 60, zone })).toBe('behind')
  })

  it('is one without leads only if it could get some', () => {
    const silent = { ...cap, actualCount: 0 }
    const caps = [silent, cap, { ...silent, cap: 0 }]
    expect(listWithoutLeads(caps, { zone })).toEqual([silent])
    expect(listWithoutLeads(caps, { zone, pausedOf })).toEqual([silent])
    const inOpenHours = [{ from: 8 * 60, to: 18 * 60 }]
    expect(listWithoutLeads(caps, { zone, pausedOf: () => inOpenHours })).toEqual([])
  })
})
