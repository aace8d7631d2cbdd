import { expect, test } from 'vitest'
import { groupByGeo } from '#domain/caps/aggregates.ts'
import { brokerCap } from '#testing/standing-caps.ts'
import { readPlanned, standingBeside, type PlannedEdit } from './planned-edits.ts'
import { rankCaps, steady } from './steady-groups.ts'

const cap = (id: string, planned: number, geo = 'DE') => brokerCap({ _id: id, cap: planned, geo })

const idsOf = (groups: ReturnType<typeof steady>) => groups.map(({ items }) => items.map(({ _id }) => _id))

test('caps keep their order while numbers are typed, and new ones follow', () => {
  const ranks = rankCaps(groupByGeo([cap('a', 30), cap('b', 20)]))
  const after = groupByGeo([cap('a', 5), cap('b', 20), cap('new', 90)])
  expect(idsOf(steady(after, [], ranks))).toEqual([['a', 'b', 'new']])
})

test('a cap that is being changed stays where filters would hide it, also in a geo of its own', () => {
  const ranks = rankCaps(groupByGeo([cap('a', 30), cap('b', 20), cap('c', 1, 'AT')]))
  const filtered = groupByGeo([cap('b', 20)])
  const shown = steady(filtered, [cap('a', 30), cap('c', 1, 'AT')], ranks)
  expect(idsOf(shown)).toEqual([['c'], ['a', 'b']])
  expect(shown.map(({ planned, caps }) => [planned, caps])).toEqual([
    [1, 1],
    [50, 2],
  ])
})

test('geos that stand by pace keep their order while numbers are typed', () => {
  const byPace = groupByGeo([cap('a', 30, 'DE'), cap('b', 20, 'AT'), cap('c', 10, 'FR')]).toReversed()
  expect(idsOf(steady(byPace, [cap('a', 30, 'DE')], rankCaps(byPace)))).toEqual([['c'], ['a'], ['b']])
})

test.each([
  ['20', 20],
  [' 1,250 ', 1_250],
  ['1.250', 1_250],
  ['1,5', null],
  ['12,50', null],
  ['1 2 3', null],
  ['0', 0],
  ['', null],
  ['1.5', null],
  ['-1', null],
  ['1000001', null],
])('%o is read as %o', (typed, planned) => {
  expect(readPlanned(typed)).toBe(planned)
})

test('somebody else is heard of only where the number is another one', () => {
  const edit: PlannedEdit = {
    base: brokerCap({ cap: 20 }),
    typed: '40',
    saving: false,
    problem: null,
    standing: null,
    wantsFocus: false,
  }
  const changed = { ...brokerCap({ cap: 30 }), version: 2 }
  expect(standingBeside(edit, edit.base)).toBeNull()
  expect(standingBeside(edit, changed)).toBe(changed)
  expect(standingBeside(edit, { ...changed, cap: 20 })).toBeNull()
  expect(standingBeside({ ...edit, base: changed }, edit.base)).toBeNull()
})
