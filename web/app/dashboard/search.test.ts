import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { daysOf, readBoardSearch, viewOf, withDayToggled, withKind, withView } from './search.ts'

const day = (text: string) => brandText<Day>(text)
const today = day('2026-11-30')

test('today and tomorrow stand on every board, chosen days among them in order', () => {
  expect(daysOf({}, today)).toEqual(['2026-11-30', '2026-12-01'])
  expect(daysOf({ days: '2026-12-05.2026-11-29' }, today)).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-05',
  ])
})

test('what is no day, or named twice, adds nothing', () => {
  expect(daysOf({ days: '2026-02-30.soon..2026-12-01.2026-12-01' }, today)).toHaveLength(2)
})

test('a day goes on and off again, and leaves no trace in the address', () => {
  const on = withDayToggled({ mode: 'affiliate' }, day('2026-12-05'), today)
  expect(on).toEqual({ mode: 'affiliate', days: '2026-12-05' })
  expect(withDayToggled(on, day('2026-12-05'), today)).toEqual({ mode: 'affiliate' })
})

test('a mode keeps the days', () => {
  const search = { days: '2026-12-05' }
  expect(withKind(search, 'affiliate')).toEqual({ ...search, mode: 'affiliate' })
  expect(withKind(withKind(search, 'affiliate'), 'broker')).toEqual(search)
})

test('an address with nonsense is the plain board', () => {
  expect(readBoardSearch({ mode: 'both', days: 7, other: 'x' })).toEqual({})
})

test('filters come and go without a trace, whatever else the address says', () => {
  const narrowed = withView({ days: '2026-12-05' }, { source: '44', pace: 'behind' })
  expect(viewOf(narrowed)).toEqual({ source: '44', pace: 'behind' })
  expect(withView(narrowed, { source: undefined, pace: undefined })).toEqual({ days: '2026-12-05' })
})

test('a source that was typed as a number is a source; an unknown pace or order is none', () => {
  expect(readBoardSearch({ source: 44, pace: 'slow', sort: 'planned' })).toEqual({ source: '44' })
})

test('publisher caps are not narrowed down to a broker', () => {
  expect(withKind({ broker: 'B-1', geo: 'DE' }, 'affiliate')).toEqual({ mode: 'affiliate', geo: 'DE' })
})
