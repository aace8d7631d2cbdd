import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHours, type Hours } from '#domain/hours/working-hours.ts'
import { addDays, weekdayOf } from '#domain/kernel/day.ts'
import { anyCounts, anySubject, BROKERS, GEOS, SOURCES, TODAY } from '#testing/slot-counts.ts'
import { forecast, LEAST_DAYS } from './forecast-day.ts'
import type { DayAtRest, EndedCap, Forecast, SlotCount, Subject } from './forecast.ts'
import { chanceOfAtLeast, computeFullAt } from './course.ts'
import { learn } from './learn.ts'

const RUNS = process.env['SOAK'] === '1' ? 5_000 : 20
const EVERYTHING: Subject = { geo: null, advertiserId: null, sourceNumber: null }
const DE = GEOS[0] ?? null
const KEY = { geo: DE ?? shout(), advertiserId: 'B-1', sourceNumber: SOURCES[0] ?? shout() }

describe('a forecast of any counts', () => {
  it('expects nothing of minutes that are paused, and no more of the others for it', () => {
    fc.assert(
      fc.property(anyCounts, anySubject, fc.nat({ max: 23 }), ({ counts, now }, subject, hour) => {
        const learnt = learn(counts, TODAY)
        const made = forecast(learnt, subject, now)
        fc.pre(made.ok)
        const from = hour * 60
        const held = forecast(learnt, subject, now, { paused: [{ from, to: from + 60 }] })
        const all = forecast(learnt, subject, now, { paused: [{ from: 0, to: 1_440 }] })
        fc.pre(held.ok && all.ok)
        expect(all.value.total.p90).toBe(all.value.delivered)
        const bySlot = ({ usualBySlot }: Forecast) =>
          usualBySlot.map((until, slot) => until - (usualBySlot[slot - 1] ?? 0))
        const [usual, left] = [bySlot(made.value), bySlot(held.value)]
        for (const [slot, leads] of left.entries()) {
          expect(leads).toBeCloseTo(Math.floor(slot / 4) === hour ? 0 : (usual[slot] ?? 0), 6)
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('has quantiles in order, none below what came, and says how likely they are', () => {
    fc.assert(
      fc.property(anyCounts, anySubject, fc.nat({ max: 2_000 }), ({ counts, caps, now }, subject, leads) => {
        const made = forecast(learn(counts, TODAY, caps), subject, now)
        fc.pre(made.ok)
        const { delivered, total, restBySlot, cameBySlot, usualByNow } = made.value
        expect(delivered).toBe(
          sumOf(
            counts.filter(({ day }) => day === TODAY),
            subject,
          ),
        )
        expect(cameBySlot.at(-1)).toBe(delivered)
        expect(total.p10).toBeGreaterThanOrEqual(delivered)
        expect(total.p50).toBeGreaterThanOrEqual(total.p10)
        expect(total.p90).toBeGreaterThanOrEqual(total.p50)
        expect(chanceOfAtLeast(made.value, total.p50 + 1)).toBeLessThanOrEqual(0.5 + 1e-9)
        expect(chanceOfAtLeast(made.value, leads)).toBeGreaterThanOrEqual(chanceOfAtLeast(made.value, leads + 1))
        expect(restBySlot).toEqual(restBySlot.toSorted((a, b) => a - b))
        expect(restBySlot.at(-1)).toBe(1)
        expect(usualByNow.mean).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: RUNS },
    )
  })

  it('says when a cap is full, later for a larger one, and not at all where it hardly will be', () => {
    fc.assert(
      fc.property(anyCounts, anySubject, fc.nat({ max: 400 }), ({ counts, now }, subject, cap) => {
        const made = forecast(learn(counts, TODAY), subject, now)
        fc.pre(made.ok)
        const [one, larger] = [computeFullAt(made.value, cap), computeFullAt(made.value, cap + 1)]
        const late = (minutes: number | null) => minutes ?? Infinity
        for (const at of ['p10', 'p50', 'p90'] as const) expect(late(one[at])).toBeLessThanOrEqual(late(larger[at]))
        expect(late(one.p10)).toBeLessThanOrEqual(late(one.p50))
        expect(late(one.p50)).toBeLessThanOrEqual(late(one.p90))
        expect(one.p50 !== null).toBe(chanceOfAtLeast(made.value, Math.max(cap, 1)) >= 0.5)
        if (one.p90 !== null) expect(one.p90).toBeLessThanOrEqual(1_440)
        if (one.p10 !== null && made.value.delivered < cap) expect(one.p10).toBeGreaterThanOrEqual(now.minutes)
      }),
      { numRuns: RUNS },
    )
  })

  it('is not lower where one lead more has come', () => {
    fc.assert(
      fc.property(anyCounts, anySubject, fc.nat(), ({ counts, now }, subject, pick) => {
        const key = counts[pick % counts.length]
        fc.pre(key !== undefined && sumOf([key], subject) > 0)
        const more = { ...key, day: TODAY, slot: Math.floor(now.minutes / 15), leads: 1 }
        const [before, after] = [counts, [...counts, more]].map((some) => forecast(learn(some, TODAY), subject, now))
        fc.pre(before?.ok === true && after?.ok === true)
        expect(after.value.total.p50).toBeGreaterThanOrEqual(before.value.total.p50)
      }),
      { numRuns: RUNS },
    )
  })

  it('does not depend on the order of what it is made from', () => {
    fc.assert(
      fc.property(anyCounts, anySubject, fc.infiniteStream(fc.nat()), ({ counts, caps, now }, subject, order) => {
        const shuffled = counts.map((count) => ({ count, at: order.next().value ?? 0 }))
        const other = shuffled.toSorted((a, b) => a.at - b.at).map(({ count }) => count)
        const learnt = [learn(counts, TODAY, caps), learn(other, TODAY, caps.toReversed())]
        const [one, two] = learnt.map((some) => forecast(some, subject, now))
        expect(two).toEqual(one)
      }),
      { numRuns: RUNS },
    )
  })

  it('counts every lead in every sum that it belongs to', () => {
    fc.assert(
      fc.property(anyCounts, ({ counts, caps, now }) => {
        const learnt = learn(counts, TODAY, caps)
        const { subjects, totals, days } = learnt.tally
        for (const geo of [null, ...GEOS]) {
          for (const advertiserId of [null, ...BROKERS]) {
            const subject = { geo, advertiserId, sourceNumber: null }
            const row = subjects.rowOf(subject)
            const history = counts.filter(({ day }) => day < TODAY && day >= addDays(TODAY, -60))
            const counted = row === -1 ? [] : totals.subarray(row * days.length, (row + 1) * days.length)
            expect([...counted].reduce((sum, leads) => sum + leads, 0)).toBe(sumOf(history, subject))
          }
        }
        const made = forecast(learnt, EVERYTHING, now)
        if (made.ok)
          expect(made.value.delivered).toBe(
            sumOf(
              counts.filter(({ day }) => day === TODAY),
              EVERYTHING,
            ),
          )
      }),
      { numRuns: RUNS },
    )
  })
})

describe('a forecast', () => {
  const steady = daysBack(14).flatMap((day) => leadsAt(day, [40, 44, 48, 52, 56, 60, 64, 68], 5))

  it('says that there is too little history', () => {
    const now = { day: TODAY, minutes: 600 }
    const two = leadsAt(addDays(TODAY, -1), [40], 5).concat(leadsAt(addDays(TODAY, -2), [40], 5))
    expect(forecast(learn([], TODAY), EVERYTHING, now)).toEqual({
      ok: false,
      reason: 'forecast.too-little-history',
      days: 0,
    })
    expect(forecast(learn(two, TODAY), KEY, now)).toMatchObject({ ok: false, days: 2 })
    expect(forecast(learn(steady, TODAY), { ...KEY, advertiserId: 'B-9' }, now)).toMatchObject({ ok: false, days: 0 })
    expect(forecast(learn(steady, TODAY), KEY, { ...now, day: addDays(TODAY, 1) }).ok).toBe(false)
  })

  it('begins with the first lead of a source, whose own day says nothing', () => {
    const begins = daysBack(LEAST_DAYS + 1).flatMap((day) => leadsAt(day, [48], 30, '51'))
    const fresh = { geo: null, advertiserId: null, sourceNumber: SOURCES[1] ?? null }
    const made = make(forecast(learn([...steady, ...begins], TODAY), fresh, { day: TODAY, minutes: 0 }))
    expect(made.days).toBe(LEAST_DAYS)
    expect(made.total.p50).toBeGreaterThanOrEqual(23)
  })

  it('expects what is usual before the day begins', () => {
    const at = (minutes: number, came: SlotCount[]) =>
      make(forecast(learn([...steady, ...came], TODAY), KEY, { day: TODAY, minutes }))
    expect(at(0, []).total.p50).toBeGreaterThanOrEqual(38)
    expect(at(0, []).total.p50).toBeLessThanOrEqual(42)
    const noon = leadsAt(TODAY, [40, 44], 5)
    expect(at(12 * 60, noon).usualByNow.mean).toBeCloseTo(10, 0)
  })

  it('goes with the day, where days differ', () => {
    const slots = [40, 44, 48, 52, 56, 60, 64, 68]
    const varied = daysBack(14).flatMap((day, at) => leadsAt(day, slots, at % 2 === 0 ? 8 : 2))
    const by = (leads: number) => {
      const came = leads === 0 ? [] : leadsAt(TODAY, [40, 44], leads)
      return make(forecast(learn([...varied, ...came], TODAY), KEY, { day: TODAY, minutes: 12 * 60 })).total.p50
    }
    expect(by(5)).toBeGreaterThanOrEqual(25)
    expect(by(5)).toBeLessThan(46)
    expect(by(15)).toBeGreaterThan(by(5) + 40)
    expect(by(0)).toBeLessThan(by(5) - 20)
  })

  it('knows the weekday of a source that has another week than all others, also of one that came later', () => {
    const weeks = daysBack(42).flatMap((day) => [
      ...leadsAt(day, [40, 48, 56, 64], 25),
      ...(day < addDays(TODAY, -40)
        ? []
        : leadsAt(day, [40, 48, 56, 64], weekdayOf(day) === weekdayOf(TODAY) ? 1 : 8, '51')),
    ])
    const own = { geo: null, advertiserId: null, sourceNumber: SOURCES[1] ?? null }
    const made = make(forecast(learn(weeks, TODAY), own, { day: TODAY, minutes: 0 }))
    expect(made.usual.mean).toBeGreaterThan(3)
    expect(made.usual.mean).toBeLessThan(8)
  })

  it('is made doubtful by one day that is far off, and moved by the second', () => {
    const after = (...last: number[]) => {
      const days = daysBack(28).flatMap((day, at) => leadsAt(day, [48], last[at] ?? 40))
      return make(forecast(learn(days, TODAY), KEY, { day: TODAY, minutes: 0 })).total.p50
    }
    expect(after(160)).toBeGreaterThan(25)
    expect(after(160)).toBeLessThan(50)
    expect(after(10, 10)).toBeLessThan(26)
  })

  it('is moved and widened on a day off, for what is off, and its morning is believed', () => {
    const weeks = daysBack(42).flatMap((day) =>
      leadsAt(day, [40, 44, 48, 52, 56, 60, 64, 68], weekdayOf(day) > 5 ? 2 : 5),
    )
    const at = (atRest: DayAtRest[], came: SlotCount[] = [], minutes = 0) =>
      make(forecast(learn([...weeks, ...came], TODAY, [], atRest), KEY, { day: TODAY, minutes })).total
    const [usual, off] = [at([]), at([{ day: TODAY, side: 'geo', key: KEY.geo, rests: true }])]
    expect(off.p50).toBeLessThan(usual.p50 - 5)
    expect(off.p50).toBeGreaterThan(16)
    expect(off.p90 - off.p10).toBeGreaterThan(usual.p90 - usual.p10)
    expect(at([{ day: TODAY, side: 'advertiser', key: KEY.advertiserId, rests: true }])).toEqual(off)
    expect(at([{ day: TODAY, side: 'geo', key: 'GB', rests: true }])).toEqual(usual)
    const holiday: DayAtRest = { day: TODAY, side: 'geo', key: KEY.geo, rests: true }
    expect(at([holiday, { day: TODAY, side: 'advertiser', key: KEY.advertiserId, rests: false }])).toEqual(usual)
    // As on a weekend: two of the five that are usual by noon.
    const came = leadsAt(TODAY, [40, 44], 2)
    expect(at([holiday], came, 720).p50).toBeLessThan(at([], came, 720).p50)
    // A day off of the past says little of a working day.
    expect(at([{ day: addDays(TODAY, -1), side: 'geo', key: KEY.geo, rests: true }]).p50).toBeGreaterThan(usual.p50 - 2)
  })

  it('is what came, at the end of the day', () => {
    const came = leadsAt(TODAY, [40, 52], 9)
    const made = make(forecast(learn([...steady, ...came], TODAY), KEY, { day: TODAY, minutes: 1_439 }))
    expect(made.total).toEqual({ p10: 18, p50: 18, p90: 18 })
  })

  it('expects nothing outside of hours, and less of a day whose hours are cut', () => {
    const learnt = learn(steady, TODAY)
    const within = (hours: string, minutes: number) =>
      make(forecast(learnt, KEY, { day: TODAY, minutes }, { hours: read(hours) }))
    expect(within('09:00-18:00', 0).total.p50).toBeGreaterThanOrEqual(38)
    expect(within('09:00-18:00', 1_100).total).toEqual({ p10: 0, p50: 0, p90: 0 })
    expect(within('09:00-13:00', 0).total.p50).toBeLessThan(24)
    const { p90 } = computeFullAt(within('09:00-18:00', 0), 20)
    expect(p90).toBeLessThanOrEqual(18 * 60)
    expect(p90).toBeGreaterThan(10 * 60)
    const shut = make(forecast(learnt, KEY, { day: TODAY, minutes: 600 }, { hours: { kind: 'windows', windows: [] } }))
    expect([shut.total.p90, ...shut.usualBySlot.map(Math.round)]).toEqual(Array(97).fill(0))
  })

  it('says when a cap became full, and when it will be', () => {
    const came = leadsAt(TODAY, [40, 44], 5)
    const made = make(forecast(learn([...steady, ...came], TODAY), KEY, { day: TODAY, minutes: 12 * 60 }))
    expect(computeFullAt(made, 5)).toEqual({ p10: 615, p50: 615, p90: 615 })
    expect(computeFullAt(made, 10)).toEqual({ p10: 675, p50: 675, p90: 675 })
    const { p10, p50, p90 } = computeFullAt(made, 25)
    expect(p10).toBeLessThanOrEqual(p50 ?? 0)
    expect(p50).toBeGreaterThan(13 * 60)
    expect(p50).toBeLessThan(16 * 60)
    expect(p90).toBeGreaterThan(p50 ?? 0)
    expect(computeFullAt(made, 400)).toEqual({ p10: null, p50: null, p90: null })
  })

  it('does not take the days without a cap for days without leads', () => {
    const some = daysBack(12).filter((_, at) => at % 2 === 0)
    const counts = [
      ...some.flatMap((day) => leadsAt(day, [40, 48, 56], 10)),
      ...daysBack(14).flatMap((day) => leadsAt(day, [48], 30, '51')),
    ]
    const caps = some.map((day): EndedCap => ({ ...KEY, day, cap: 60 }))
    const now = { day: TODAY, minutes: 0 }
    expect(make(forecast(learn(counts, TODAY, caps), KEY, now)).total.p50).toBeGreaterThan(26)
    expect(make(forecast(learn(counts, TODAY), KEY, now)).total.p50).toBeLessThan(22)
  })

  it('expects next to nothing of a cap that stood and never brought a lead', () => {
    const other = { ...KEY, advertiserId: 'B-2' }
    const caps = daysBack(14).map((day): EndedCap => ({ ...other, day, cap: 20 }))
    const made = make(forecast(learn(steady, TODAY, caps), other, { day: TODAY, minutes: 0 }))
    expect(made.days).toBe(14)
    expect(made.total.p90).toBeLessThan(10)
  })

  it('sees what a cap kept out on the days on which leads stopped', () => {
    // Twenty of the forty leads that the others get: full at 13:15 each day.
    const slots = [40, 44, 48, 52, 56, 60, 64, 68]
    const others = daysBack(14).flatMap((day) => leadsAt(day, slots, 5, '44', 'B-2'))
    const stopped = daysBack(14).flatMap((day) => leadsAt(day, slots.slice(0, 4), 5))
    const caps = daysBack(14).map((day): EndedCap => ({ ...KEY, day, cap: 20 }))
    const now = { day: TODAY, minutes: 0 }
    const made = make(forecast(learn([...others, ...stopped], TODAY, caps), KEY, now))
    expect(made.total.p50).toBeGreaterThan(30)
    expect(made.total.p50).toBeLessThan(50)
    expect(computeFullAt(made, 20).p50).toBeLessThan(14 * 60)
    expect(make(forecast(learn([...others, ...stopped], TODAY), KEY, now)).total.p50).toBeLessThan(25)
  })
})

function daysBack(days: number) {
  return Array.from({ length: days }, (_, at) => addDays(TODAY, -at - 1))
}

it('counts all leads of a quarter of an hour, however many a file brings at once', () => {
  const counts = [...daysBack(14), TODAY].flatMap((day) => leadsAt(day, [40], 70_000))
  const made = forecast(learn(counts, TODAY), EVERYTHING, { day: TODAY, minutes: 720 })
  expect(made).toMatchObject({ ok: true, value: { delivered: 70_000 } })
})

function leadsAt(day: SlotCount['day'], slots: readonly number[], leads: number, source = '44', broker = 'B-1') {
  const sourceNumber = SOURCES.find((one) => one === source) ?? shout()
  return slots.map((slot): SlotCount => ({ ...KEY, advertiserId: broker, sourceNumber, day, slot, leads }))
}

function sumOf(counts: readonly SlotCount[], { geo, advertiserId, sourceNumber }: Subject): number {
  return counts
    .filter((count) => geo === null || count.geo === geo)
    .filter((count) => advertiserId === null || count.advertiserId === advertiserId)
    .filter((count) => sourceNumber === null || count.sourceNumber === sourceNumber)
    .reduce((sum, { leads }) => sum + leads, 0)
}

function make(made: ReturnType<typeof forecast>): Forecast {
  if (!made.ok) throw new Error(`no forecast: ${made.days} days`)
  return made.value
}

function read(text: string): Hours {
  const hours = parseHours(text)
  return hours.ok ? hours.value : shout()
}

function shout(): never {
  throw new Error('the test is wrong')
}
