import { describe, expect, it } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { brandText } from '#domain/kernel/brand.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { SourceNumber } from '#domain/kernel/identity.ts'
import { boughtCap, decideTwice, flow, seeFlows, soldCap, suggest, TODAY } from '#testing/sweeps.ts'
import { decideSuggestions } from './decide.ts'
import { createHasRoom } from './fit-room.ts'
import { isGapOpen } from './room-gap.ts'
import type { SuggestionAction } from './suggestion.ts'
import type { SweepInput } from './sweep.ts'

const TEN = 10 * 60

describe('what one cap leaves empty', () => {
  const weak = flow({ usual: 12 })
  const strong = flow({ usual: 40, advertiserId: 'B-2', sourceNumber: '45' })
  const actionsOf = (...bought: [number, number]) => {
    const caps = [soldCap(weak, 40), soldCap(strong, 20), boughtCap(weak, bought[0]), boughtCap(strong, bought[1])]
    return decideTwice((at) => seeFlows([weak, strong], caps, at), TEN).suggestions.flatMap(({ action }) =>
      action ? [action] : [],
    )
  }

  it('gives to another source no more than is bought of that: nothing', () => {
    expect(actionsOf(40, 20)).toContainEqual({ kind: 'set-cap', capId: 'sold DE 44 B-1', from: 40, to: 16 })
    expect(actionsOf(40, 20).filter((action) => action.kind === 'move')).toMatchObject([{ toCapId: 'bought DE 45' }])
  })

  it('gives to another source no more than is bought of that: a part', () => {
    expect(actionsOf(40, 32)).toContainEqual({
      kind: 'move',
      fromCapId: 'sold DE 44 B-1',
      from: 40,
      toCapId: 'sold DE 45 B-2',
      to: 20,
      toAdvertiserId: 'B-2',
      toSourceNumber: '45',
      leads: 12,
    })
  })

  it('gives to another source no more than is bought of that: all together', () => {
    const other = flow({ usual: 40, advertiserId: 'B-3', sourceNumber: '45' })
    const spare = flow({ usual: 12, sourceNumber: '46' })
    const flows = [weak, spare, strong, other]
    const caps = [soldCap(weak, 40), soldCap(spare, 40), soldCap(strong, 20), soldCap(other, 20)]
    const see = (at: number) => seeFlows(flows, [...caps, boughtCap(strong, 60)], at)
    const moves = decideTwice(see, TEN).suggestions.flatMap(({ action }) => (action?.kind === 'move' ? [action] : []))
    expect(moves).toMatchObject([{ leads: 20 }])
  })

  it('gives to a cap of its own source, of which no more is sold by that', () => {
    const other = flow({ usual: 40, advertiserId: 'B-2' })
    const caps = [soldCap(weak, 40), soldCap(other, 20), boughtCap(weak, 60)]
    const made = suggest('lower', (at) => seeFlows([weak, other], caps, at), TEN)
    expect(made?.action).toMatchObject({ kind: 'move', toCapId: 'sold DE 44 B-2', leads: 24 })
  })
})

describe('room that was given before', () => {
  const [one, other] = [flow({ usual: 40 }), flow({ usual: 40, advertiserId: 'B-2' })]
  const caps = [soldCap(one, 20), soldCap(other, 20), boughtCap(one, 60)]
  const see = (at: number) => seeFlows([one, other], caps, at)
  const before = suggest('raise', see, TEN)
  const again = (changed = caps) => {
    if (before?.action?.kind !== 'set-cap') throw new Error('nothing is raised')
    const said = [before]
    return suggest('raise', (at) => ({ ...seeFlows([one, other], changed, at), said }), TEN)
  }

  it('is not given again while its cap may still be raised', () => {
    expect(before?.action).toMatchObject({ capId: 'sold DE 44 B-1', from: 20, to: 40 })
    expect(decideTwice(see, TEN).suggestions).toHaveLength(1)
    expect(again()).toBeUndefined()
  })

  it('is given where its cap was changed otherwise', () => {
    expect(again([soldCap(one, 19), soldCap(other, 20), boughtCap(one, 60)])?.action).toMatchObject({
      capId: 'sold DE 44 B-2',
      to: 41,
    })
  })
})

describe('a limit', () => {
  const [one, other] = [flow({ usual: 40 }), flow({ usual: 40, advertiserId: 'B-2' })]
  const caps = [soldCap(one, 20), soldCap(other, 20), boughtCap(one, 100)]
  const decide = (limitsOf: SweepInput['limitsOf'], flows = [one, other], ofDay = caps) =>
    decideTwice((at) => ({ ...seeFlows(flows, ofDay, at), ...(limitsOf && { limitsOf }) }), TEN).suggestions.flatMap(
      ({ action }) => (action ? [action] : []),
    )
  const ofBroker = (left: number, id?: string) => (cap: Cap) =>
    cap.kind === 'broker' && (id === undefined || cap.advertiserId === id) ? [{ key: 'limit', left }] : []

  it('is shared by the raises of the caps that it covers', () => {
    expect(decide(undefined)).toMatchObject([{ to: 45 }, { to: 45 }])
    expect(decide(ofBroker(36))).toMatchObject([{ to: 45 }, { to: 31 }])
    expect(decide(ofBroker(36, 'B-2'))).toMatchObject([{ to: 45 }, { to: 45 }])
    expect(decide(ofBroker(0))).toEqual([])
    expect(decide(ofBroker(-5))).toEqual([])
  })

  it('holds for what is bought, too', () => {
    const bought = [soldCap(one, 60), boughtCap(one, 20)]
    const ofSource = (left: number) => (cap: Cap) => (cap.kind === 'affiliate' ? [{ key: 'limit', left }] : [])
    expect(decide(undefined, [one], bought)).toContainEqual(
      expect.objectContaining({ capId: 'bought DE 44', from: 20 }),
    )
    expect(decide(ofSource(5), [one], bought)).toContainEqual({
      kind: 'set-cap',
      capId: 'bought DE 44',
      from: 20,
      to: 25,
    })
    expect(decide(ofSource(0), [one], bought)).toEqual([])
  })

  it('lets a move be that stays within it', () => {
    const weak = flow({ usual: 12 })
    const move = (limitsOf: SweepInput['limitsOf']) =>
      decide(limitsOf, [weak, other], [soldCap(weak, 40), soldCap(other, 20), boughtCap(weak, 60)])
    expect(move(ofBroker(0))).toMatchObject([{ kind: 'move', leads: 24 }])
    expect(move(ofBroker(9, 'B-2'))).toMatchObject([{ kind: 'move', leads: 9 }])
    expect(move(ofBroker(0, 'B-2')).filter(({ kind }) => kind === 'move')).toEqual([])
  })
})

describe('what was suggested before', () => {
  const [one, other] = [flow(), flow({ advertiserId: 'B-2', sourceNumber: '45' })]
  const caps = (bought: number) => [soldCap(one, 20), soldCap(other, 20), boughtCap(one, bought), boughtCap(other, 40)]
  const hasRoom = (bought: number, action: SuggestionAction) => createHasRoom({ caps: caps(bought) })({ action })
  const raise = { kind: 'set-cap', capId: 'sold DE 44 B-1', from: 20, to: 45 } as const
  const taken = { toCapId: 'sold DE 44 B-1', to: 20, toAdvertiserId: 'B-1' } as const
  const toSourceNumber = brandText<SourceNumber>('44')
  const move = { kind: 'move', fromCapId: 'sold DE 45 B-2', from: 20, leads: 10, toSourceNumber, ...taken } as const

  it('no longer fits once less is bought', () => {
    expect([45, 44].map((bought) => hasRoom(bought, raise))).toEqual([true, false])
    expect([30, 29].map((bought) => hasRoom(bought, move))).toEqual([true, false])
    expect(hasRoom(0, { ...raise, to: 10 })).toBe(true)
  })
})

describe('a gap that was told', () => {
  const one = flow()
  const gap = decideSuggestions(seeFlows([one], [soldCap(one, 90), boughtCap(one, 40)], 12 * 60, { forced: true }))
    .suggestions[0]
  const isOpen = (sold: number, bought: number, action = gap?.action ?? null) =>
    gap && isGapOpen({ ...gap, action }, seeFlows([one], [soldCap(one, sold), boughtCap(one, bought)], 12 * 60))

  it('is closed with its button as long as that buys no more than is sold', () => {
    expect(gap?.action).toMatchObject({ from: 40, to: 90 })
    expect([isOpen(90, 40), isOpen(95, 40), isOpen(89, 40), isOpen(90, 41)]).toEqual([true, true, false, false])
  })

  it('stays without a button as long as it is worth a word', () => {
    const left = [isOpen(90, 60, null), isOpen(80, 40, null), isOpen(90, 86, null), isOpen(40, 90, null)]
    expect(left).toEqual([true, true, false, false])
  })
})

describe('what was said to be sold', () => {
  const [strong, weak] = [flow({ usual: 40 }), flow({ usual: 12 })]
  const raise = suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 20), boughtCap(strong, 60)], at), TEN)

  it('is not bought less, as long as it may still be sold', () => {
    const lowered = (sold: number, said = raise ? [raise] : []) =>
      decideTwice((at) => ({ ...seeFlows([weak], [soldCap(weak, sold), boughtCap(weak, 60)], at), said }), TEN)
        .suggestions.filter(({ subject }) => subject.capKind === 'affiliate')
        .map(({ action }) => action)
    const lower = { kind: 'set-cap', capId: 'bought DE 44', from: 60, to: 14 }
    expect(raise?.action).toMatchObject({ capId: 'sold DE 44 B-1', from: 20, to: 45 })
    expect(lowered(20, [])).toEqual([lower])
    expect(lowered(20)).toEqual([])
    expect(lowered(19)).toEqual([lower])
  })
})

describe('what is sold and not bought is closed', () => {
  const tomorrow = { date: addDays(TODAY, 1) }
  const [one, other] = [flow(), flow({ sourceNumber: '45' })]
  const gapsOf = (...caps: ReturnType<typeof soldCap>[]) => {
    const see = (minutes: number, fields = {}) => seeFlows([one], caps, minutes, { forced: true, ...fields })
    return decideSuggestions(see(16 * 60)).suggestions.map(({ kind, subject, action }) => ({
      at: [kind, subject.sourceNumber],
      to: action?.kind === 'set-cap' ? [action.capId, action.to] : null,
    }))
  }

  it('by a cap that is of the only source', () => {
    expect(gapsOf(soldCap(one, 50, tomorrow), boughtCap(one, 100, tomorrow))).toEqual([
      { at: ['unsold', null], to: ['sold DE 44 B-1', 100] },
    ])
  })

  it('by no cap of one source where another one brings it, or needs it', () => {
    expect(gapsOf(soldCap(one, 50, tomorrow), boughtCap(one, 50, tomorrow), boughtCap(other, 50, tomorrow))).toEqual([
      { at: ['unsold', null], to: null },
    ])
    expect(gapsOf(boughtCap(one, 50, tomorrow), soldCap(one, 50, tomorrow), soldCap(other, 50, tomorrow))).toEqual([
      { at: ['unbought', null], to: null },
    ])
  })

  it('by no cap that is closed', () => {
    expect(gapsOf(soldCap(one, 0, tomorrow), boughtCap(one, 50, tomorrow))).toEqual([
      { at: ['unsold', null], to: null },
    ])
  })

  it('by no cap of a source where its geo has no room', () => {
    const caps = [soldCap(one, 20), boughtCap(one, 60), soldCap(other, 60), boughtCap(other, 20)]
    expect(gapsOf(...caps.map((cap) => ({ ...cap, ...tomorrow })))).toEqual([
      { at: ['unsold', '44'], to: null },
      { at: ['unbought', '45'], to: ['bought DE 45', 60] },
    ])
  })
})
