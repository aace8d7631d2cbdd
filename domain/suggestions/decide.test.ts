import { describe, expect, it } from 'vitest'
import { END_OF_DAY } from '#domain/hours/working-hours.ts'
import { basisPointsFromPercent } from '#domain/kernel/cents.ts'
import { addDays } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { boughtCap, decideTwice, flow, seeFlows, soldCap, suggest, TODAY } from '#testing/sweeps.ts'
import { decideSuggestions } from './decide.ts'

const TEN = 10 * 60
const NOON = 12 * 60

describe('a cap that will be full early', () => {
  const strong = flow({ usual: 40 })

  it('is raised to between what is likely and what is possible, at the price of its leads', () => {
    const made = suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 20)], at), TEN)
    expect(made?.action).toMatchObject({ kind: 'set-cap', from: 20 })
    expect(made?.action).toHaveProperty('to', 45)
    expect(made?.confidence).toBeGreaterThan(0.9)
    // $600 at 8 %: $48 a lead.
    expect(made?.gain.cents).toBe((made?.gain.leads ?? 0) * 4_800)
    expect(made?.gain.leads).toBeGreaterThan(15)
    expect(made?.evidence).toMatchObject({ kind: 'pace', cap: 20, delivered: 5, now: TEN })
  })

  it('is left alone where it is enough for an ordinary day', () => {
    expect(suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 40)], at), TEN)).toBeUndefined()
  })

  it('is left alone where it is full only shortly before its hours end', () => {
    expect(suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 36)], at), TEN)).toBeUndefined()
  })

  it('is left alone where it is as likely to be full early as not', () => {
    expect(suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 31)], at), TEN)).toBeUndefined()
  })

  it('is left alone where nobody could act any more', () => {
    expect(suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 20)], at), 16 * 60)).toBeUndefined()
  })

  it('is left alone where it is closed', () => {
    expect(suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 0)], at), TEN)).toBeUndefined()
  })

  it('is raised in the first quarter of an hour of its day, where its hours are over soon', () => {
    const early = flow({ usual: 105, hours: '00:00-01:45' })
    const { suggestions } = decideSuggestions(seeFlows([early], [soldCap(early, 5)], 0, { forced: true }))
    expect(suggestions).toMatchObject([{ kind: 'raise', action: { from: 5 } }])
  })

  it('is raised by no more than is bought', () => {
    const caps = [soldCap(strong, 20), boughtCap(strong, 30)]
    const made = suggest('raise', (at) => seeFlows([strong], caps, at), TEN)
    expect(made?.action).toMatchObject({ capId: 'sold DE 44 B-1', to: 30 })
  })

  it('is not raised where no more is bought, but what it is bought under is', () => {
    const made = suggest('raise', (at) => seeFlows([strong], [soldCap(strong, 20), boughtCap(strong, 20)], at), TEN)
    expect(made?.action).toMatchObject({ capId: 'bought DE 44' })
    expect(made?.gain.cents).toBeNull()
  })
})

describe('a cap that will stay empty', () => {
  const weak = flow({ usual: 12 })

  it('is lowered to the upper end of what is possible', () => {
    const made = suggest('lower', (at) => seeFlows([weak], [soldCap(weak, 40)], at), TEN)
    expect(made?.action).toMatchObject({ kind: 'set-cap', from: 40, to: 14 })
    expect(made?.gain).toEqual({ leads: 26, cents: null })
  })

  it('is left alone where a good share of it comes', () => {
    expect(suggest('lower', (at) => seeFlows([weak], [soldCap(weak, 16)], at), TEN)).toBeUndefined()
  })

  it('gives what it leaves to a cap of its kind, geo and day that will be full', () => {
    const strong = flow({ usual: 40, advertiserId: 'B-2', sourceNumber: '45' })
    const caps = [soldCap(weak, 40), soldCap(strong, 20)]
    const { suggestions } = decideTwice((at) => seeFlows([weak, strong], caps, at), TEN)
    expect(suggestions).toHaveLength(1)
    expect(suggestions[0]?.action).toEqual({
      kind: 'move',
      fromCapId: 'sold DE 44 B-1',
      from: 40,
      toCapId: 'sold DE 45 B-2',
      to: 20,
      toAdvertiserId: 'B-2',
      toSourceNumber: '45',
      leads: 24,
    })
  })

  it('gives nothing to another geo', () => {
    const strong = flow({ usual: 40, geo: 'FR' })
    const caps = [soldCap(weak, 40), soldCap(strong, 20)]
    const { suggestions } = decideTwice((at) => seeFlows([weak, strong], caps, at), TEN)
    expect(suggestions.map(({ action }) => action?.kind)).toEqual(['set-cap', 'set-cap'])
  })
})

describe('a source that is silent', () => {
  const busy = flow({ usual: 120, stopsAt: TEN })

  it('is told once enough was due, and explains that its caps stay empty', () => {
    const { suggestions } = decideTwice((at) => seeFlows([busy], [soldCap(busy, 120)], at), 13 * 60)
    expect(suggestions.map(({ kind }) => kind)).toEqual(['silent'])
    expect(suggestions[0]).toMatchObject({ action: null, evidence: { delivered: 15, cap: 120 } })
    expect(suggestions[0]?.confidence).toBeGreaterThan(0.95)
  })

  it('leaves another cap of its geo to be raised: nothing of its own can be moved there', () => {
    const full = flow({ sourceNumber: '45', usual: 120 })
    const see = (at: number) => seeFlows([busy, full], [soldCap(busy, 120), soldCap(full, 60)], at)
    const { suggestions } = decideTwice(see, 13 * 60)
    expect(suggestions.map(({ kind }) => kind)).toEqual(['silent', 'raise'])
  })

  it('is told after an hour where it is the only one: nobody else is quiet too', () => {
    const only = flow({ usual: 40, stopsAt: TEN })
    expect(suggest('silent', (at) => seeFlows([only], [soldCap(only, 40)], at), TEN + 60)).toBeDefined()
  })

  it('is not told after a quarter of an hour', () => {
    expect(suggest('silent', (at) => seeFlows([busy], [soldCap(busy, 120)], at), TEN + 15)).toBeUndefined()
  })

  it('may be silent once its caps are full', () => {
    const done = flow({ usual: 240, stopsAt: 13 * 60 })
    const see = (cap: number) => (at: number) => seeFlows([done], [soldCap(done, cap)], at)
    expect(suggest('silent', see(120), 16 * 60)).toBeUndefined()
    expect(suggest('silent', see(121), 16 * 60)).toBeDefined()
  })

  it('may be silent while its caps are closed', () => {
    const late = soldCap(busy, 120, { workingHours: '14:00-17:00' })
    expect(suggest('silent', (at) => seeFlows([busy], [late], at), 13 * 60)).toBeUndefined()
  })

  it('is not silent where few leads were due', () => {
    const small = flow({ usual: 8, stopsAt: TEN })
    expect(suggest('silent', (at) => seeFlows([small], [soldCap(small, 10)], at), 14 * 60)).toBeUndefined()
  })

  it('is told of one geo where it sends to another', () => {
    const other = flow({ usual: 120, geo: 'FR' })
    const caps = [soldCap(busy, 120), soldCap(other, 120)]
    expect(suggest('silent', (at) => seeFlows([busy, other], caps, at), 13 * 60)?.subject.geo).toBe('DE')
  })

  it('is not told where leads are not known up to now', () => {
    const see = (at: number) => seeFlows([busy], [soldCap(busy, 120)], at, { blind: true })
    expect(decideTwice(see, 13 * 60)).toMatchObject({ suggestions: [], tested: 0 })
  })
})

describe('conversion', () => {
  const deal = flow()
  const see =
    (deposits: number, leads = 1_000, guaranteed = 8) =>
    (at: number) =>
      seeFlows([deal], [soldCap(deal, 44)], at, {
        conversions: [
          {
            geo: foldGeo('DE'),
            advertiserId: 'B-1',
            sourceNumber: soldCap(deal, 1).sourceNumber,
            leads,
            deposits,
            guaranteed: basisPointsFromPercent(guaranteed),
            from: addDays(TODAY, -59),
            to: addDays(TODAY, -7),
          },
        ],
      })

  it('below what is guaranteed is told with what is missing', () => {
    const made = suggest('conversion', see(40), TEN)
    expect(made).toMatchObject({ action: null, evidence: { leads: 1_000, deposits: 40, guaranteed: 800 } })
    expect(made?.gain).toEqual({ leads: 40, cents: 40 * 60_000 })
    expect(made?.confidence).toBeGreaterThan(0.95)
  })

  it.each([80, 75])('of about what is guaranteed is not told (%i of 1,000)', (deposits) => {
    expect(suggest('conversion', see(deposits), TEN)).toBeUndefined()
  })

  it('of a price per lead, which is a guarantee of all of them, is not told', () => {
    expect(suggest('conversion', see(40, 1_000, 99), TEN)).toBeDefined()
    expect(suggest('conversion', see(40, 1_000, 100), TEN)).toBeUndefined()
  })

  it('of few leads is not told', () => {
    expect(suggest('conversion', see(0, 90), TEN)).toBeUndefined()
  })

  it('is told in the morning, and once in a week', () => {
    expect(suggest('conversion', see(40), 7 * 60)).toBeUndefined()
    const made = suggest('conversion', see(40), TEN)
    if (!made) throw new Error('nothing is told')
    const said = [{ ...made, subject: { ...made.subject, day: addDays(TODAY, -6) } }]
    expect(suggest('conversion', (at) => ({ ...see(40)(at), said }), TEN)).toBeUndefined()
  })
})

describe('what is sold and not bought', () => {
  const one = flow({ usual: 20 })
  const tomorrow = { date: addDays(TODAY, 1) }
  const held = (caps: ReturnType<typeof soldCap>[], from: number, to: number) => {
    let memory = null
    let decision = null
    for (let at = from; at <= to; at += 30) {
      decision = decideSuggestions({ ...seeFlows([one], caps, at), memory })
      memory = decision.memory
    }
    return decision?.suggestions.filter(({ kind }) => kind === 'unsold' || kind === 'unbought')
  }

  it('is told, and closed where one cap can', () => {
    expect(held([soldCap(one, 40), boughtCap(one, 22)], TEN, TEN + 60)).toMatchObject([
      {
        kind: 'unbought',
        action: { kind: 'set-cap', capId: 'bought DE 44', from: 22, to: 40 },
        evidence: { kind: 'room', sold: 40, bought: 22 },
        gain: { leads: 18, cents: 18 * 4_800 },
      },
    ])
  })

  it('is told the other way round for tomorrow, once that is planned', () => {
    const caps = [soldCap(one, 20, tomorrow), boughtCap(one, 40, tomorrow)]
    expect(held(caps, TEN, TEN + 90)).toEqual([])
    expect(held(caps, 15 * 60, 16 * 60)).toMatchObject([
      { kind: 'unsold', gain: { leads: 20 }, evidence: { delivered: null } },
    ])
  })

  it('is not told while somebody still types', () => {
    expect(held([soldCap(one, 40), boughtCap(one, 22)], TEN, TEN + 30)).toEqual([])
  })

  it('is not told where it is about even, or where one side is not known', () => {
    expect(held([soldCap(one, 40), boughtCap(one, 36)], TEN, TEN + 60)).toEqual([])
    expect(held([soldCap(one, 40)], TEN, TEN + 60)).toEqual([])
    const told = (sold: number, bought: number) =>
      held([soldCap(one, sold, tomorrow), boughtCap(one, bought, tomorrow)], 15 * 60, 16 * 60)?.length
    // From five leads and a fifth on.
    expect([told(20, 25), told(16, 20), told(40, 49)]).toEqual([1, 0, 0])
  })

  it('is told of a source where the geo is even', () => {
    const other = flow({ sourceNumber: '45' })
    const caps = [
      soldCap(one, 60, tomorrow),
      boughtCap(one, 20, tomorrow),
      soldCap(other, 20, tomorrow),
      boughtCap(other, 60, tomorrow),
    ]
    expect(held(caps, 15 * 60, 16 * 60)?.map(({ kind, subject }) => `${kind} ${subject.sourceNumber}`)).toEqual([
      'unbought 44',
      'unsold 45',
    ])
  })
})

describe('too little history', () => {
  it('does not take for nothing what came and is not known', () => {
    const one = flow()
    const input = { ...seeFlows([one], [soldCap(one, 40), boughtCap(one, 22)], TEN), forecastOf: () => null }
    expect(decideSuggestions({ ...input, forced: true }).suggestions).toMatchObject([
      { kind: 'unbought', evidence: { delivered: null } },
    ])
  })

  it('suggests nothing, and says of how many caps', () => {
    const one = flow()
    const see = (at: number) => ({ ...seeFlows([one], [soldCap(one, 5)], at), forecastOf: () => null })
    expect(decideTwice(see, NOON)).toMatchObject({ suggestions: [], unknown: 1 })
  })
})

describe('from sweep to sweep', () => {
  const strong = flow({ usual: 40 })
  const see = (at: number) => seeFlows([strong], [soldCap(strong, 20)], at)

  it('says nothing of what was only once so', () => {
    expect(decideSuggestions(see(TEN)).suggestions).toEqual([])
  })

  it('says it at once where somebody asks', () => {
    expect(decideSuggestions({ ...see(TEN), forced: true }).suggestions).toHaveLength(1)
  })

  it('says it at once where sweeps are a day apart', () => {
    expect(decideSuggestions({ ...see(TEN), everyMinutes: 1_440 }).suggestions).toHaveLength(1)
  })

  it('begins anew on another day', () => {
    const { memory } = decideSuggestions(see(TEN - 15))
    const yesterday = { ...memory, day: addDays(TODAY, -1) }
    expect(decideSuggestions({ ...see(TEN), memory: yesterday }).suggestions).toEqual([])
  })

  it('begins anew where the clock was set back, and says it as soon as ever', () => {
    const { memory } = decideSuggestions(see(TEN + 180))
    const again = decideSuggestions({ ...see(TEN), memory })
    expect(decideSuggestions({ ...see(TEN + 15), memory: again.memory }).suggestions).toHaveLength(1)
  })

  it('says of a cap once a day what was said, dismissed or not', () => {
    const { suggestions } = decideTwice(see, TEN)
    expect(suggestions).toHaveLength(1)
    expect(decideTwice((at) => ({ ...see(at), said: suggestions }), TEN + 60).suggestions).toEqual([])
  })

  it('takes the end of a day for what it is', () => {
    expect(decideSuggestions(see(END_OF_DAY - 1)).suggestions).toEqual([])
  })
})
