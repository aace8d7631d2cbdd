import { describe, expect, test } from 'vitest'
import type { Cap } from '#domain/caps/cap.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource } from '#domain/kernel/identity.ts'
import { listCapIds, planAction } from './follow.ts'
import type { SuggestionAction, SuggestionSubject } from './suggestion.ts'

const today = dayOf('2026-11-21')

function dayOf(text: string): Day {
  const day = parseDay(text)
  if (!day) throw new Error(text)
  return day
}

function buildCap(cap: Partial<Cap> & { _id: string }): Cap {
  return {
    kind: 'broker',
    date: today,
    geo: 'DE',
    sourceNumber: foldSource('44'),
    cap: 40,
    advertiserId: '101',
    advertiserName: null,
    workingHours: '09:00-18:00',
    alwaysOn: false,
    cpa: null,
    crg: null,
    actualCount: 10,
    createdBy: 'test',
    version: 1,
    ...cap,
  }
}

const own: SuggestionSubject = {
  capKind: 'broker',
  capId: 'a',
  day: today,
  geo: foldGeo('DE'),
  advertiserId: '101',
  advertiserName: null,
  sourceNumber: foldSource('44'),
}
const ofGap: SuggestionSubject = { ...own, capKind: null, capId: null, advertiserId: null }

function planFor(subject: SuggestionSubject, action: SuggestionAction | null, ...caps: Cap[]) {
  return planAction({ action, subject }, new Map(caps.map((cap) => [cap._id, cap])), today)
}

const plan = (action: SuggestionAction | null, ...caps: Cap[]) => planFor(own, action, ...caps)

const setCap = (to: number): SuggestionAction => ({ kind: 'set-cap', capId: 'a', from: 40, to })
const move: SuggestionAction = {
  kind: 'move',
  fromCapId: 'a',
  from: 40,
  toCapId: 'b',
  to: 20,
  toAdvertiserId: '102',
  toSourceNumber: foldSource('45'),
  leads: 12,
}
/** Whose the cap is that leads are moved to. */
const taking = { advertiserId: '102', sourceNumber: foldSource('45') }
const setHours: SuggestionAction = { kind: 'set-hours', capId: 'a', from: '09:00-18:00', to: '09:00-16:00' }

describe('what following a suggestion makes of its caps', () => {
  test('another number, leads moved, other hours', () => {
    const [a, b] = [buildCap({ _id: 'a' }), buildCap({ _id: 'b', cap: 20, ...taking })]
    expect(plan(setCap(55), a)).toEqual({ ok: true, value: [{ ...a, cap: 55 }] })
    expect(plan(move, a, b)).toEqual({
      ok: true,
      value: [
        { ...a, cap: 28 },
        { ...b, cap: 32 },
      ],
    })
    expect(plan(setHours, a)).toEqual({ ok: true, value: [{ ...a, workingHours: '09:00-16:00' }] })
    expect(plan(null)).toEqual({ ok: true, value: [] })
    expect(listCapIds(move)).toEqual(['a', 'b'])
  })

  test.each([
    ['its number', setCap(55), { cap: 41 }],
    ['what came, of a lowered one', setCap(20), { actualCount: 21 }],
    ['the number of the one that gives', move, { cap: 39 }],
    ['what came, of the one that gives', move, { actualCount: 29 }],
    ['its hours', setHours, { workingHours: '10:00-18:00' }],
    ['that it is always on now', setHours, { workingHours: null, alwaysOn: true }],
    ['its day', setCap(55), { date: dayOf('2026-11-22') }],
    ['its geo', setCap(55), { geo: 'FR' }],
    ['its source', setCap(55), { sourceNumber: foldSource('45') }],
    ['its advertiser', setCap(55), { advertiserId: '102' }],
    ['its kind', setCap(55), { kind: 'affiliate', advertiserId: null }],
    ['the source of the one that gives', move, { sourceNumber: foldSource('45') }],
    ['the day of the one whose hours they are', setHours, { date: dayOf('2026-11-22') }],
  ] satisfies [string, SuggestionAction, Partial<Cap>][])(
    'is refused where it was changed since: %s',
    (_what, action, change) => {
      const caps = [buildCap({ _id: 'a', ...change }), buildCap({ _id: 'b', cap: 20, ...taking })]
      expect(plan(action, ...caps)).toEqual({ ok: false, reason: 'suggestion.changed' })
    },
  )

  test.each<[string, Partial<Cap>]>([
    ['its day', { date: dayOf('2026-11-22') }],
    ['its geo', { geo: 'FR' }],
    ['its kind', { kind: 'affiliate' }],
    ['its source', { sourceNumber: foldSource('66') }],
    ['its advertiser', { advertiserId: '103' }],
  ])('is refused where the cap that leads are moved to was changed since: %s', (_what, change) => {
    const caps = [buildCap({ _id: 'a' }), buildCap({ _id: 'b', cap: 20, ...taking, ...change })]
    expect(plan(move, ...caps)).toEqual({ ok: false, reason: 'suggestion.changed' })
  })

  test('leads are moved to another source and advertiser of the geo, however that is written', () => {
    const other = buildCap({ _id: 'b', cap: 20, geo: 'de', ...taking })
    expect(plan(move, buildCap({ _id: 'a' }), other)).toMatchObject({ ok: true })
  })

  test('a gap is closed by a cap of its source, whosever it is', () => {
    const cap = buildCap({ _id: 'a', advertiserId: '102' })
    expect(planFor(ofGap, setCap(55), cap)).toMatchObject({ ok: true })
    expect(planFor({ ...ofGap, sourceNumber: null }, setCap(55), cap)).toMatchObject({ ok: true })
    expect(planFor(ofGap, setCap(55), { ...cap, sourceNumber: foldSource('45') })).toEqual({
      ok: false,
      reason: 'suggestion.changed',
    })
  })

  test('is refused where a cap is gone, or the day over', () => {
    expect(plan(move, buildCap({ _id: 'a' }))).toEqual({ ok: false, reason: 'suggestion.cap-gone' })
    const yesterday = dayOf('2026-11-20')
    const subject = { ...own, day: yesterday }
    expect(planFor(subject, setCap(55), buildCap({ _id: 'a', date: yesterday }))).toEqual({
      ok: false,
      reason: 'suggestion.over',
    })
  })
})
