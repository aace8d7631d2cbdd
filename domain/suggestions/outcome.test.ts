import { describe, expect, test } from 'vitest'
import { foldGeo } from '#domain/kernel/identity.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { flow, soldCap, TODAY } from '#testing/sweeps.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { judgeOutcome, sumOutcomes } from './follow.ts'
import type { SuggestionAction, SuggestionEvidence, SuggestionSubject } from './suggestion.ts'

const never = { p10: null, p50: null, p90: null }
const pace: SuggestionEvidence = {
  kind: 'pace',
  cap: 40,
  delivered: 5,
  expected: { p10: 1, p50: 2, p90: 3 },
  fullAt: never,
  usualByNow: 20,
  now: 720,
  days: 20,
  chart: { usual: [], came: [] },
}
const room: SuggestionEvidence = { kind: 'room', sold: 10, bought: 20, delivered: 3 }
const idle: SuggestionEvidence = {
  kind: 'idle-hours',
  days: 14,
  expected: 12,
  from: 1080,
  to: 1200,
  chart: { usual: [10, 40], came: [] },
}

const raise: SuggestionAction = { kind: 'set-cap', capId: 'a', from: 40, to: 55 }
const lower: SuggestionAction = { kind: 'set-cap', capId: 'a', from: 40, to: 25 }
const move: SuggestionAction = {
  kind: 'move',
  fromCapId: 'b',
  from: 40,
  toCapId: 'a',
  to: 20,
  toAdvertiserId: '102',
  toSourceNumber: null,
  leads: 12,
}
const hours: SuggestionAction = { kind: 'set-hours', capId: 'a', from: null, to: '09:00-18:00' }

const subject: SuggestionSubject = {
  capKind: 'broker',
  capId: 'a',
  day: TODAY,
  geo: foldGeo('DE'),
  advertiserId: 'B-1',
  advertiserName: null,
  sourceNumber: null,
}

/** What the caps of an action are once it was followed. */
function follow(action: SuggestionAction | null, actualCount: number): Cap[] {
  const build = (_id: string, fields: Partial<Cap>) => soldCap(flow(), 40, { _id, actualCount, ...fields })
  switch (action?.kind) {
    case 'set-cap':
      return [build('a', { cap: action.to })]
    case 'move':
      return [
        build('a', { cap: action.to + action.leads }),
        build('b', { cap: action.from - action.leads, actualCount: 0 }),
      ]
    case 'set-hours':
      return [build('a', { workingHours: action.to })]
    case undefined:
      return []
  }
}

const mapOf = (caps: readonly Cap[]) => new Map(caps.map((cap) => [cap._id, cap]))

describe('whether what was applied helped', () => {
  test.each<[string, SuggestionAction | null, SuggestionEvidence, number | null, boolean | null, number]>([
    ['a raised cap that came beyond the old one', raise, pace, 47, true, 7],
    ['a raised cap, counted up to the new one', raise, pace, 80, true, 15],
    ['a raised cap that did not', raise, pace, 40, false, 0],
    ['a lowered cap that stayed below', lower, pace, 24, true, 0],
    ['a lowered cap that got full', lower, pace, 25, false, 0],
    ['moved leads that came', move, pace, 26, true, 6],
    ['moved leads that did not', move, pace, 19, false, 0],
    ['narrower hours that cost nothing', hours, idle, 37, true, 0],
    ['narrower hours that did', hours, idle, 20, false, 0],
    ['a source that came back', null, pace, 9, true, 4],
    ['a source that did not', null, pace, 5, false, 0],
    ['room that somebody looked for', null, room, 9, null, 0],
    ['a cap that is gone', raise, pace, null, null, 0],
  ])('%s', (_what, action, evidence, delivered, helped, leads) => {
    const caps = mapOf(delivered === null ? [] : follow(action, delivered))
    expect(judgeOutcome({ action, evidence, subject }, { caps, delivered: delivered ?? 0 })).toEqual({ helped, leads })
  })

  test.each<[string, SuggestionAction, SuggestionEvidence, string, Partial<Cap>]>([
    ['a raise that was taken back', raise, pace, 'a', { cap: 40 }],
    ['a cap that was raised further', raise, pace, 'a', { cap: 60 }],
    ['a cap of another day now', raise, pace, 'a', { date: brandText<Day>('2026-03-03') }],
    ['a cap of another geo now', raise, pace, 'a', { geo: 'FR' }],
    ['a lowered cap that was taken back', lower, pace, 'a', { cap: 40 }],
    ['moved leads that were taken back', move, pace, 'a', { cap: 20 }],
    ['moved leads that the other has again', move, pace, 'b', { cap: 40 }],
    ['hours that are wide again', hours, idle, 'a', { workingHours: null }],
  ])('cannot be told of %s', (_what, action, evidence, id, change) => {
    const caps = mapOf(follow(action, 47).map((cap) => (cap._id === id ? { ...cap, ...change } : cap)))
    expect(judgeOutcome({ action, evidence, subject }, { caps, delivered: 47 })).toEqual({ helped: null, leads: 0 })
  })

  test('is summed up', () => {
    const outcomes = [
      { helped: true, leads: 7 },
      { helped: null, leads: 0 },
      { helped: true, leads: 34 },
    ]
    expect(sumOutcomes(outcomes)).toEqual({ applied: 3, helped: 2, leads: 41 })
  })
})
