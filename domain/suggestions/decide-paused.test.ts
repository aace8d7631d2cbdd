import { describe, expect, it } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { END_OF_DAY } from '#domain/hours/working-hours.ts'
import { basisPointsFromPercent } from '#domain/kernel/cents.ts'
import { addDays } from '#domain/kernel/day.ts'
import { foldGeo } from '#domain/kernel/identity.ts'
import { boughtCap, flow, seeFlows, soldCap, TODAY } from '#testing/sweeps.ts'
import { decideSuggestions } from './decide.ts'
import type { SweepInput } from './sweep.ts'

const TEN = 10 * 60
const NOON = 12 * 60

describe('what is paused', () => {
  const one = flow()
  const ALL_DAY = () => [{ from: 0, to: END_OF_DAY }]
  const soldOnly: SweepInput['pausedOf'] = (place) => (place.advertiserId === null ? [] : ALL_DAY())
  const tell = (minutes: number, caps: readonly Cap[], fields: Partial<SweepInput>) =>
    decideSuggestions(seeFlows([one], caps, minutes, { forced: true, ...fields })).suggestions.map(({ kind }) => kind)

  it.each([
    ['today', NOON, TODAY],
    ['tomorrow', 16 * 60, addDays(TODAY, 1)],
  ])('is told neither as sold nor as bought %s', (_day, minutes, date) => {
    const caps = [soldCap(one, 80, { date }), boughtCap(one, 40, { date })]
    expect(tell(minutes, caps, {})).toEqual(['unbought'])
    expect(tell(minutes, caps, { pausedOf: soldOnly })).toEqual([])
    expect(tell(minutes, caps, { pausedOf: ALL_DAY })).toEqual([])
  })

  it('is sold as far as its leads came if it is paused to the end of the day, and whole if it is open again before', () => {
    const other = flow({ advertiserId: 'B-2' })
    const caps = [soldCap(one, 80), soldCap(other, 40), boughtCap(one, 120)]
    const sweep = (to: number) =>
      decideSuggestions({
        ...seeFlows([one, other], caps, NOON, { forced: true }),
        pausedOf: ({ advertiserId }) => (advertiserId === one.advertiserId ? [{ from: TEN, to }] : []),
      })
    const came = seeFlows([one, other], caps, NOON).caps.find(({ advertiserId }) => advertiserId === 'B-1')?.actualCount
    expect(came).toBeGreaterThan(0)
    const gap = sweep(END_OF_DAY).suggestions.find(({ kind }) => kind === 'unsold')
    expect(gap?.evidence).toMatchObject({ sold: 40 + (came ?? 0), bought: 120 })
    expect(gap?.action).toMatchObject({ from: 40, to: 120 - (came ?? 0) })
    expect(sweep(14 * 60).suggestions.filter(({ kind }) => kind === 'unsold')).toEqual([])
  })

  it('is not lowered for a pause that is still ahead', () => {
    const late = flow({ hours: '14:00-20:00' })
    const told = (from: number) =>
      decideSuggestions(
        seeFlows([late], [soldCap(late, 40), boughtCap(late, 40)], 13 * 60 + 15, {
          forced: true,
          pausedOf: () => [{ from, to: END_OF_DAY }],
          forecastOf: (subject) =>
            seeFlows([flow({ hours: '14:00-20:00', usual: 3 })], [], 13 * 60 + 15).forecastOf(subject),
        }),
      ).suggestions
    expect(told(14 * 60)).toEqual([])
    expect(told(14 * 60 + 30)).toEqual([])
  })

  it('is told of neither for its conversion nor for its invalid leads', () => {
    const cap = soldCap(one, 44)
    const { sourceNumber } = cap
    const deal = { geo: foldGeo('DE'), advertiserId: 'B-1', sourceNumber, leads: 1_000, deposits: 40 }
    const conversions = [
      { ...deal, guaranteed: basisPointsFromPercent(8), from: addDays(TODAY, -59), to: addDays(TODAY, -7) },
    ]
    const invalid = [{ sourceNumber, leads: 40, invalid: 30, before: [{ leads: 500, invalid: 50 }] }]
    const told = (pausedOf: SweepInput['pausedOf']) => tell(NOON, [cap], { conversions, invalid, pausedOf })
    expect(told(() => [])).toEqual(['conversion', 'invalid'])
    expect(told(() => [{ from: TEN, to: NOON }])).toEqual(['conversion', 'invalid'])
    expect(told(() => [{ from: TEN, to: NOON + 1 }])).toEqual([])
    // A pause for one broker says nothing of a source's invalid leads.
    expect(told(soldOnly)).toEqual(['invalid'])
  })
})
