import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldGeo } from '#domain/kernel/identity.ts'
import { affiliateCap, brokerCap, brokerCapLists } from '#testing/standing-caps.ts'
import { tally } from './aggregates.ts'
import { computeRoom, isOversold, sumRoom, withoutHeld } from './room.ts'

describe('computeRoom', () => {
  it('sets what was sold against what was bought, as planned, geo by geo', () => {
    const sold = [
      brokerCap({ geo: 'IT', cap: 50 }),
      brokerCap({ geo: 'DE', cap: 20, actualCount: 7 }),
      brokerCap({ geo: 'DE', cap: 30, advertiserId: 'B-2' }),
    ]
    const bought = [affiliateCap({ geo: 'DE', cap: 60, actualCount: 9 }), affiliateCap({ geo: 'IT', cap: 40 })]
    expect(computeRoom(sold, bought)).toEqual([
      { geo: 'DE', sold: 50, bought: 60, room: 10 },
      { geo: 'IT', sold: 50, bought: 40, room: -10 },
    ])
  })

  it('takes UK and GB for one geo', () => {
    const sold = [brokerCap({ geo: 'UK', cap: 5 }), brokerCap({ geo: 'GB', cap: 7, sourceNumber: '5' })]
    expect(computeRoom(sold, [affiliateCap({ geo: 'uk', cap: 12 })])).toEqual([
      { geo: 'GB', sold: 12, bought: 12, room: 0 },
    ])
  })

  it('knows nothing of a geo with caps of one kind only, but of one with a cap of 0', () => {
    const rooms = computeRoom(
      [brokerCap({ geo: 'DE' }), brokerCap({ geo: 'FR', cap: 3 })],
      [affiliateCap({ geo: 'IT' }), affiliateCap({ geo: 'FR', cap: 0 })],
    )
    expect(rooms).toEqual([{ geo: 'FR', sold: 3, bought: 0, room: -3 }])
  })

  it('adds up to the caps of the geos that have both kinds', () => {
    fc.assert(
      fc.property(brokerCapLists, brokerCapLists, (sold, bought) => {
        const rooms = computeRoom(sold, bought)
        const geos = new Set<string>(rooms.map((room) => room.geo))
        const inBoth = (geo: string) => [sold, bought].every((caps) => caps.some((cap) => foldGeo(cap.geo) === geo))
        for (const cap of [...sold, ...bought]) expect(geos.has(foldGeo(cap.geo))).toBe(inBoth(foldGeo(cap.geo)))
        const [soldThere, boughtThere] = [sold, bought].map(
          (caps) => tally(caps.filter((cap) => geos.has(foldGeo(cap.geo)))).planned,
        )
        const day = sumRoom(rooms)
        expect(day?.sold ?? 0).toBe(soldThere)
        expect(day?.bought ?? 0).toBe(boughtThere)
        for (const { sold: s, bought: b, room } of day ? [day, ...rooms] : rooms) expect(room).toBe(b - s)
        expect(rooms.map((room) => room.geo)).toEqual([...geos].toSorted())
      }),
    )
  })
})

it('of a cap that is held, only what came is planned, and no more than its number', () => {
  const caps = [
    brokerCap({ geo: 'DE', cap: 20, actualCount: 7 }),
    brokerCap({ geo: 'FR', cap: 20, actualCount: 30 }),
    brokerCap({ geo: 'IT', cap: 20, actualCount: 7 }),
  ]
  expect(withoutHeld(caps, ({ geo }) => geo !== 'IT').map(({ cap }) => cap)).toEqual([7, 20, 20])
})

it('a day without a geo that has both kinds has no room to speak of', () => {
  expect(sumRoom([])).toBeNull()
})

it('is oversold below 0 only', () => {
  expect([-1, 0, 1].map((room) => isOversold({ sold: 0, bought: 0, room }))).toEqual([true, false, false])
})
