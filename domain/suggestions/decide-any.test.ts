import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { boughtCap, decideTwice, flow, seeFlows, soldCap, type Flow } from '#testing/sweeps.ts'
import { decideSuggestions } from './decide.ts'
import { listCaps } from './choose.ts'
import type { Suggestion } from './suggestion.ts'
import type { SweepInput } from './sweep.ts'

interface Place {
  flow: Flow
  sold: number
  bought: number | null
}

const places: fc.Arbitrary<Place[]> = fc.uniqueArray(
  fc.record({
    flow: fc
      .record({
        geo: fc.constantFrom('DE', 'FR'),
        advertiserId: fc.constantFrom('B-1', 'B-2'),
        sourceNumber: fc.constantFrom('44', '45'),
        hours: fc.constantFrom('09:00-17:00', '12:00-20:00', null),
        usual: fc.integer({ min: 0, max: 120 }),
        today: fc.integer({ min: 0, max: 200 }),
      })
      .map((fields) => flow(fields)),
    sold: fc.integer({ min: 0, max: 200 }),
    bought: fc.option(fc.integer({ min: 0, max: 300 })),
  }),
  { minLength: 1, maxLength: 6, selector: ({ flow: one }) => `${one.geo} ${one.advertiserId} ${one.sourceNumber}` },
)

const RUNS = process.env['SOAK'] === '1' ? 2_000 : 15

const times = fc.integer({ min: 2, max: 94 }).map((slot) => slot * 15)

function capsOf(list: readonly Place[]): Cap[] {
  const bought = new Map(
    list.flatMap(({ flow: one, bought: cap }) =>
      cap === null ? [] : [[`${one.geo} ${one.sourceNumber}`, boughtCap(one, cap)]],
    ),
  )
  return [...list.map(({ flow: one, sold }) => soldCap(one, sold)), ...bought.values()]
}

function seeAt(list: readonly Place[], caps = capsOf(list)): (minutes: number) => SweepInput {
  return (minutes) =>
    seeFlows(
      list.map(({ flow: one }) => one),
      caps,
      minutes,
    )
}

const sum = (caps: readonly Cap[], kind: Cap['kind']) =>
  caps.filter((cap) => cap.kind === kind).reduce((all, { cap }) => all + cap, 0)

/** By how much each cap is changed once all of these are followed. */
function changesOf(suggestions: readonly Pick<Suggestion, 'action'>[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (id: string, leads: number) => changes.set(id, (changes.get(id) ?? 0) + leads)
  for (const { action } of suggestions) {
    if (action?.kind === 'set-cap') add(action.capId, action.to - action.from)
    if (action?.kind !== 'move') continue
    add(action.fromCapId, -action.leads)
    add(action.toCapId, action.leads)
  }
  return changes
}

/** Geos and sources of them that are sold more than before, and now beyond what is bought, where that is known. */
function listOversold(caps: readonly Cap[], suggestions: readonly Pick<Suggestion, 'action'>[]): string[] {
  const changes = changesOf(suggestions)
  const keyed = caps.flatMap((cap) => [cap.geo, `${cap.geo} ${cap.sourceNumber}`].map((key) => ({ key, cap })))
  return [...Map.groupBy(keyed, ({ key }) => key)].flatMap(([key, entries]) => {
    const before = entries.map(({ cap }) => cap)
    const after = before.map((cap) => ({ ...cap, cap: cap.cap + (changes.get(cap._id) ?? 0) }))
    const isKnown = before.some(({ kind }) => kind === 'affiliate')
    const sold = sum(after, 'broker')
    return isKnown && sold > sum(before, 'broker') && sold > sum(after, 'affiliate') ? [key] : []
  })
}

function raisedBy({ action }: Suggestion): number {
  return action?.kind === 'set-cap' ? action.to - action.from : 0
}

describe('whatever comes and is planned', () => {
  it('one cap is suggested one thing, whose numbers fit it', () => {
    fc.assert(
      fc.property(places, times, (list, at) => {
        const see = seeAt(list)
        const { suggestions } = decideTwice(see, at)
        const caps = new Map(see(at).caps.map((cap) => [cap._id, cap]))
        const touched = suggestions.flatMap(listCaps)
        expect(new Set(touched).size).toBe(touched.length)
        for (const { action, confidence, gain } of suggestions) {
          expect(confidence).toBeGreaterThan(0.5)
          expect(confidence).toBeLessThanOrEqual(1)
          expect(Number.isInteger(gain.leads) && gain.leads > 0).toBe(true)
          expect(gain.cents === null || Number.isInteger(gain.cents)).toBe(true)
          if (action?.kind === 'set-cap') expect(action.from).toBe(caps.get(action.capId)?.cap)
          if (action?.kind !== 'move') continue
          const [from, to] = [caps.get(action.fromCapId), caps.get(action.toCapId)]
          expect([action.from, action.to]).toEqual([from?.cap, to?.cap])
          expect([from?.kind, from?.geo]).toEqual([to?.kind, to?.geo])
          expect(action.from - action.leads).toBeGreaterThanOrEqual(from?.actualCount ?? 0)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('a raise is up, a lower is down to no less than what came', () => {
    fc.assert(
      fc.property(places, times, (list, at) => {
        const { suggestions } = decideTwice(seeAt(list), at)
        const caps = new Map(seeAt(list)(at).caps.map((cap) => [cap._id, cap]))
        for (const one of suggestions.filter(({ action }) => action?.kind === 'set-cap')) {
          if (one.kind === 'raise') expect(raisedBy(one)).toBeGreaterThan(0)
          if (one.kind !== 'lower') continue
          expect(raisedBy(one)).toBeLessThan(0)
          const cap = caps.get(one.subject.capId ?? '')
          expect((cap?.cap ?? 0) + raisedBy(one)).toBeGreaterThanOrEqual(cap?.actualCount ?? 0)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('after all of it, and of what was said before, no geo and no source is sold beyond what is bought of it', () => {
    fc.assert(
      fc.property(places, times, (list, at) => {
        const see = seeAt(list)
        const first = decideTwice(see, at)
        expect(listOversold(see(at).caps, first.suggestions)).toEqual([])
        const later = decideSuggestions({ ...see(at), said: first.suggestions, forced: true })
        expect(listOversold(see(at).caps, [...first.suggestions, ...later.suggestions])).toEqual([])
      }),
      { numRuns: 2 * RUNS },
    )
  })

  it('the order of caps is of no matter', () => {
    fc.assert(
      fc.property(places, times, (list, at) => {
        const caps = capsOf(list)
        const keysOf = (order: readonly Cap[]) =>
          decideTwice(seeAt(list, [...order]), at)
            .suggestions.map((one) => JSON.stringify([one.kind, one.subject, one.action]))
            .toSorted()
        expect(keysOf(caps.toReversed())).toEqual(keysOf(caps))
      }),
      { numRuns: RUNS },
    )
  })

  it('nothing is said of a cap that something was said of', () => {
    fc.assert(
      fc.property(places, times, (list, at) => {
        const first = decideTwice(seeAt(list), at)
        const input = { ...seeAt(list)(at), said: first.suggestions, memory: first.memory }
        const again = decideSuggestions(input).suggestions.flatMap(listCaps)
        const before = new Set(first.suggestions.flatMap(listCaps))
        expect(again.filter((id) => before.has(id))).toEqual([])
      }),
      { numRuns: RUNS },
    )
  })
})
