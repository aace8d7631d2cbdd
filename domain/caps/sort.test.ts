import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf, type LocalTime } from '#domain/kernel/zone.ts'
import { affiliateCap, brokerCap, brokerCapLists } from '#testing/standing-caps.ts'
import type { Cap } from './cap.ts'
import { CAP_ORDERS, sortCaps, type CapOrder } from './sort.ts'

const now: LocalTime = { day: brandText<Day>('2026-03-02'), minutes: 13 * 60, zone: zoneOf('UTC') }

describe('sortCaps', () => {
  it.each<[CapOrder, Parameters<typeof brokerCap>[0][], string]>([
    ['planned', [{ cap: 5 }, { cap: 20 }, { cap: 10 }], 'b c a'],
    ['delivered', [{ actualCount: 5 }, { actualCount: 20 }, { actualCount: 10 }], 'b c a'],
    [
      'remaining',
      [{ cap: 9 }, { cap: 30, actualCount: 25 }, { cap: 10, actualCount: 30 }, { cap: 5, actualCount: 6 }],
      'a b c d',
    ],
    [
      'progress',
      [
        { cap: 100, actualCount: 9 },
        { cap: 10, actualCount: 1 },
        { cap: 1, actualCount: 9 },
      ],
      'c b a',
    ],
    ['price', [{ cpa: 1_000 }, { cpa: null }, { cpa: 60_000, crg: 900 }, { cpa: 0 }], 'c a d b'],
    [
      'broker',
      [{ advertiserName: 'zeta' }, { advertiserName: 'Beta' }, { advertiserName: null, advertiserId: 'alpha' }],
      'c b a',
    ],
    ['source', ['10', 'x', '9', 'Ab'].map((sourceNumber) => ({ sourceNumber })), 'c a d b'],
  ])('by %s', (order, fields, ids) => {
    expect(sorted(fields, order)).toBe(ids)
  })

  it('by pace has those without leads first, then those behind, the furthest first, and days to come last', () => {
    const fields = [
      { actualCount: 20 },
      { actualCount: 10 },
      { actualCount: 5 },
      { actualCount: 0, cap: 4 },
      { actualCount: 2 },
      { actualCount: 0, cap: 30 },
      { date: '2026-03-03', actualCount: 0 },
      { date: '2026-03-01', actualCount: 4 },
    ]
    expect(sorted(fields, 'pace')).toBe('f d h e c b a g')
  })

  it('lets what is equal stand as planned, then source, then id', () => {
    const fields = [
      { cap: 5, sourceNumber: '2' },
      { cap: 9, sourceNumber: '3' },
      { cap: 5, sourceNumber: '1' },
      { cap: 5, sourceNumber: '1' },
    ]
    expect(sorted(fields, 'delivered')).toBe('b c d a')
    expect(sorted(fields, 'broker')).toBe('b c d a')
  })

  it('sorts affiliate caps by broker as by planned', () => {
    const caps = [affiliateCap({ cap: 1 }), affiliateCap({ cap: 2 })]
    expect(sortCaps(caps, 'broker', now).map(({ cap }) => cap)).toEqual([2, 1])
  })

  it('keeps every cap, leaves the list as it was, and has one answer whatever the order before', () => {
    const orders = fc.constantFrom(...CAP_ORDERS)
    const lists = brokerCapLists.chain((caps) => fc.tuple(fc.constant(caps), shuffled(caps)))
    fc.assert(
      fc.property(lists, orders, ([caps, other], order) => {
        const before = [...caps]
        const result = sortCaps(caps, order, now)
        expect(caps).toEqual(before)
        expect(new Set(result)).toEqual(new Set(caps))
        expect(sortCaps(other, order, now)).toEqual(result)
      }),
    )
  })
})

function shuffled(caps: Cap[]): fc.Arbitrary<Cap[]> {
  return fc.shuffledSubarray(caps, { minLength: caps.length, maxLength: caps.length })
}

/** The caps by letter, in their order. */
function sorted(fields: Parameters<typeof brokerCap>[0][], order: CapOrder): string {
  const caps = fields.map((each, index) => brokerCap({ _id: String.fromCharCode(97 + index), ...each }))
  return sortCaps(caps, order, now)
    .map((cap) => cap._id)
    .join(' ')
}
