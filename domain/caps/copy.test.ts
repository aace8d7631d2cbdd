import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandNumber, brandText } from '#domain/kernel/brand.ts'
import { addDays, fromDayNumber, type Day, type DayNumber } from '#domain/kernel/day.ts'
import { affiliateCap, brokerCap, brokerCapLists } from '#testing/standing-caps.ts'
import { placeOf, type Cap } from './cap.ts'
import {
  isChosenAtFirst,
  isRowChosen,
  planCopy,
  planRow,
  replaceTerms,
  sayOfRow,
  suggestSourceDays,
  type CopyRow,
} from './copy.ts'

const target = brandText<Day>('2026-03-03')
const onTarget = { date: '2026-03-03' }

describe('planCopy', () => {
  it('finds what is new, the same and in conflict', () => {
    const source = [brokerCap({ geo: 'DE' }), brokerCap({ geo: 'FR' }), brokerCap({ geo: 'IT', cap: 20 })]
    const standing = [brokerCap({ ...onTarget, geo: 'IT', cap: 30 }), brokerCap({ ...onTarget, geo: 'FR' })]
    expect(planCopy(source, standing, target)).toEqual([
      { state: 'new', source: source[0], standing: null, differing: [] },
      { state: 'same', source: source[1], standing: standing[1], differing: [] },
      { state: 'conflict', source: source[2], standing: standing[0], differing: ['cap'] },
    ])
  })

  it.each([
    [{ cap: 21 }, ['cap']],
    [{ workingHours: '10:00-17:00' }, ['workingHours']],
    [{ workingHours: null }, ['workingHours']],
    [{ cpa: 60_001 }, ['cpa']],
    [{ cpa: null }, ['cpa']],
    [{ crg: 0 }, ['crg']],
    [{ cap: 21, workingHours: null, alwaysOn: true, cpa: null, crg: null }, ['cap', 'workingHours', 'cpa', 'crg']],
  ])('calls a cap with %j a conflict in %j', (fields, differing) => {
    const [row] = planCopy([brokerCap()], [brokerCap({ ...onTarget, ...fields })], target)
    expect(row).toMatchObject({ state: 'conflict', differing })
  })

  it('tells always on from unknown hours', () => {
    const always = brokerCap({ workingHours: null, alwaysOn: true })
    const unknown = brokerCap({ ...onTarget, workingHours: null, alwaysOn: false })
    expect(planCopy([always], [unknown], target)[0]).toMatchObject({ state: 'conflict', differing: ['workingHours'] })
  })

  it('calls caps the same that differ in what is no term, and finds them as they are written', () => {
    const other = { ...onTarget, _id: 'x', geo: 'GB', actualCount: 9, createdBy: '@bob', advertiserName: null }
    const [row] = planCopy([brokerCap({ geo: 'UK' })], [brokerCap(other)], target)
    expect(row?.state).toBe('same')
  })

  it.each([{ advertiserId: 'B-2' }, { sourceNumber: '45' }, { geo: 'FR' }, { date: '2026-03-04' }])(
    'takes a cap with another %j for another one',
    (fields) => {
      const [row] = planCopy([brokerCap()], [brokerCap({ ...onTarget, ...fields })], target)
      expect(row).toMatchObject({ state: 'new', standing: null })
    },
  )

  it('plans affiliate caps by geo and source', () => {
    const source = [affiliateCap({ sourceNumber: '44' }), affiliateCap({ sourceNumber: '45' })]
    const rows = planCopy(source, [affiliateCap({ ...onTarget, sourceNumber: '44', cap: 1 })], target)
    expect(rows.map((row) => row.state)).toEqual(['conflict', 'new'])
  })

  it('chooses only new rows at first', () => {
    const states = ['new', 'same', 'conflict'] as const
    expect(states.filter((state) => isChosenAtFirst({ state }))).toEqual(['new'])
  })
})

describe('a row that is chosen', () => {
  it.each([
    ['new', undefined, false, true],
    ['new', false, true, false],
    ['conflict', undefined, false, false],
    ['conflict', undefined, true, true],
    ['conflict', true, false, true],
    ['conflict', false, true, false],
    ['same', true, true, false],
  ] as const)('is %s, said %s, changed %s: %s', (state, said, isChanged, chosen) => {
    expect(isRowChosen({ state }, said, isChanged)).toBe(chosen)
  })

  it.each([
    [true, null, null, true],
    [true, 'cap', 'cap', true],
    [true, null, 'cap', undefined],
    [true, 'other', 'cap', undefined],
    [true, 'cap', null, undefined],
    [false, 'other', 'cap', false],
    [false, 'cap', null, false],
  ] as const)('is %s as it was said over %s, now over %s: %s', (choice, over, now, counts) => {
    expect(sayOfRow({ choice, over }, now)).toBe(counts)
    expect(sayOfRow(undefined, now)).toBeUndefined()
  })

  it('is judged anew with the number that somebody typed', () => {
    const standing = brokerCap({ ...onTarget, cap: 30 })
    expect(planRow(brokerCap({ cap: 20 }), standing)).toMatchObject({ state: 'conflict', differing: ['cap'] })
    expect(planRow(brokerCap({ cap: 30 }), standing)).toMatchObject({ state: 'same', differing: [] })
    expect(planRow(brokerCap({ cap: 30 }), null).state).toBe('new')
  })
})

describe('copying a day twice', () => {
  it('changes nothing the second time, whatever was chosen the first', () => {
    const choices = fc.func(fc.boolean())
    fc.assert(
      fc.property(brokerCapLists, brokerCapLists, choices, (source, other, choose) => {
        const standing = other.map((cap) => ({ ...cap, date: target, _id: `standing ${cap._id}` }))
        const chosen = planCopy(source, standing, target).filter((row) => choose(placeOf(row.source)))
        const after = commit(standing, chosen)
        const chosenSlots = new Set(chosen.map((row) => placeOf(row.source)))
        const again = planCopy(source, after, target).filter((row) => chosenSlots.has(placeOf(row.source)))
        expect(again.map((row) => row.state)).toEqual(chosen.map(() => 'same'))
        expect(commit(after, again)).toEqual(after)
        expect(new Set(after.map(placeOf)).size).toBe(after.length)
      }),
    )
  })

  it('leaves nothing new behind where the first choice is taken', () => {
    fc.assert(
      fc.property(brokerCapLists, (source) => {
        const after = commit([], planCopy(source, [], target).filter(isChosenAtFirst))
        expect(after).toHaveLength(source.length)
        expect(planCopy(source, after, target).filter(isChosenAtFirst)).toEqual([])
      }),
    )
  })
})

describe('suggestSourceDays', () => {
  const today = brandText<Day>('2026-11-21')

  it.each([
    ['2026-11-22', ['2026-11-21', '2026-11-20', '2026-11-15']],
    ['2026-11-21', ['2026-11-20', '2026-11-14']],
    ['2026-11-25', ['2026-11-24', '2026-11-21', '2026-11-20', '2026-11-18']],
    ['2026-11-20', ['2026-11-19', '2026-11-21', '2026-11-13']],
    ['2026-11-28', ['2026-11-27', '2026-11-21', '2026-11-20']],
  ])('copies into %s from %j', (into, days) => {
    expect(suggestSourceDays(brandText<Day>(into), today)).toEqual(days)
  })

  it('names each day once, the day before first, and never the target', () => {
    const days = fc.integer({ min: 10_000, max: 80_000 }).map((number) => fromDayNumber(brandNumber<DayNumber>(number)))
    fc.assert(
      fc.property(days, fc.integer({ min: -10, max: 10 }), (into, away) => {
        const suggested = suggestSourceDays(into, addDays(into, away))
        expect(suggested[0]).toBe(addDays(into, -1))
        expect(new Set(suggested).size).toBe(suggested.length)
        expect(suggested).not.toContain(into)
      }),
    )
  })
})

/** What stands after the rows are saved: new caps beside the others, changed ones in their place. */
function commit(standing: Cap[], rows: CopyRow<Cap>[]): Cap[] {
  const written = rows.filter((row) => row.state !== 'same').map(moveToTarget)
  const replaced = new Map(written.map((cap) => [cap._id, cap]))
  const added = written.filter((cap) => !standing.some(({ _id }) => _id === cap._id))
  return [...standing.map((cap) => replaced.get(cap._id) ?? cap), ...added]
}

function moveToTarget({ source, standing }: CopyRow<Cap>): Cap {
  return { ...source, date: target, _id: standing?._id ?? `copy of ${source._id}` }
}

const standing = brokerCap({ cap: 20, workingHours: '09:00-17:00', cpa: 60_000, crg: 800 })
const bare = brokerCap({ cap: 30, workingHours: null, cpa: null, crg: null })

describe('a pasted row on a cap that stands', () => {
  it('leaves alone what no cell speaks of', () => {
    expect(replaceTerms(bare, standing, { cap: '30', workingHours: '', crg: '' })).toEqual({ ...standing, cap: 30 })
    const always = brokerCap({ workingHours: null, alwaysOn: true })
    expect(replaceTerms(bare, always, { cap: '30' })).toMatchObject({ alwaysOn: true, workingHours: null })
  })

  it('takes away what a cell says is not there', () => {
    expect(replaceTerms(bare, standing, { cap: '30', workingHours: '-', cpa: 'n/a', crg: '-' })).toEqual(bare)
  })

  it.each([
    [{ workingHours: '10:00-18:00' }],
    [{ workingHours: null, alwaysOn: true }],
    [{ cpa: 90_000 }],
    [{ crg: 0 }],
  ])('takes what it says, whatever the columns: %j', (said) => {
    const pasted = { ...bare, ...brokerCap({ workingHours: null, cpa: null, crg: null, ...said }) }
    expect(replaceTerms(pasted, standing, {})).toMatchObject(said)
  })
})
