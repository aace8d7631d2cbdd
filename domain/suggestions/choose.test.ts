import { describe, expect, it } from 'vitest'
import type { CapKind } from '#domain/caps/cap.ts'
import { addDays } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { TODAY } from '#testing/sweeps.ts'
import { choose } from './choose.ts'
import type { Suggestion } from './suggestion.ts'

/** A suggestion whose numbers do not matter; name what the test is about. */
function suggestion(
  fields: Partial<Omit<Suggestion, 'subject'>> & { subject?: Partial<Suggestion['subject']> },
): Suggestion {
  const subject = {
    capKind: null,
    capId: null,
    day: TODAY,
    geo: foldGeo('DE'),
    advertiserId: null,
    advertiserName: null,
    sourceNumber: foldSource('44'),
    ...fields.subject,
  }
  return {
    kind: 'silent',
    action: null,
    evidence: { kind: 'room', sold: 0, bought: 0, delivered: 0 },
    confidence: 0.9,
    gain: { leads: 10, cents: null },
    ...fields,
    subject,
  }
}

function change(kind: 'raise' | 'lower', capId: string, by: number, capKind: CapKind = 'broker'): Suggestion {
  const action = { kind: 'set-cap', capId, from: 100, to: 100 + by } as const
  return suggestion({ kind, subject: { capId, capKind }, action })
}

const kindsOf = (chosen: readonly Suggestion[]) => chosen.map(({ kind }) => kind)

describe('of several about the same', () => {
  it('one cap is said one thing, what brings most', () => {
    const small = { ...change('raise', 'a', 5), gain: { leads: 3, cents: null } }
    const great = { ...change('lower', 'a', -50), gain: { leads: 50, cents: null } }
    expect(choose([small, great], [])).toEqual([great])
    expect(choose([small, great, change('raise', 'b', 9)], [])).toHaveLength(2)
  })

  it('a cap that something was given to is said no more today', () => {
    const move = suggestion({
      kind: 'lower',
      subject: { capId: 'b', capKind: 'broker' },
      action: {
        kind: 'move',
        fromCapId: 'b',
        from: 40,
        toCapId: 'a',
        to: 20,
        toAdvertiserId: '102',
        toSourceNumber: null,
        leads: 10,
      },
    })
    expect(choose([change('raise', 'a', 5)], [move])).toEqual([])
  })

  it('a silent source explains what stays empty, and its geos, but not what fills', () => {
    const wide = suggestion({ subject: { geo: null } })
    const narrow = suggestion({})
    const others = [change('lower', 'a', -20), change('raise', 'b', 20)]
    expect(kindsOf(choose([...others, narrow, wide], []))).toEqual(['silent', 'raise'])
    expect(kindsOf(choose(others, [wide]))).toEqual(['raise'])
  })

  it('a source that is silent somewhere else explains nothing', () => {
    const elsewhere = [{ geo: foldGeo('FR') }, { sourceNumber: foldSource('45') }, { day: addDays(TODAY, 1) }]
    for (const subject of elsewhere) {
      expect(kindsOf(choose([change('lower', 'a', -20)], [suggestion({ subject })]))).toEqual(['lower'])
    }
  })
})

describe('a gap between sold and bought', () => {
  const gap = (kind: 'unsold' | 'unbought') => suggestion({ kind, gain: { leads: 20, cents: null } })

  it.each([
    { kind: 'unsold', by: change('raise', 'a', 20, 'broker') },
    { kind: 'unsold', by: change('lower', 'a', -20, 'affiliate') },
    { kind: 'unbought', by: change('raise', 'a', 20, 'affiliate') },
    { kind: 'unbought', by: change('lower', 'a', -20, 'broker') },
  ] as const)('needs no word where a cap that is said closes it: $kind, $by.kind', ({ kind, by }) => {
    expect(choose([gap(kind), by], [])).toEqual([by])
    expect(choose([gap(kind)], [by])).toEqual([])
  })

  it.each([
    { why: 'the other way round', by: change('raise', 'a', 20, 'affiliate') },
    { why: 'by little of it', by: change('raise', 'a', 9, 'broker') },
  ])('is told where a cap changes it $why', ({ by }) => {
    expect(kindsOf(choose([gap('unsold'), by], []))).toEqual(['raise', 'unsold'])
  })
})
