import { PRESETS } from '#domain/analytics/choices.ts'
import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { AnalyticsView } from '#web/features/analytics/view.ts'
import { readAnalyticsSearch } from './search.ts'
import { changeSearch, viewOf } from './view-of-search.ts'

const day = (text: string) => brandText<Day>(text)
const today = day('2026-11-21')

test('an address that says nothing means today by geo, as bars, most leads first', () => {
  expect(viewOf(readAnalyticsSearch({}), today)).toEqual({
    tab: 'overview',
    preset: 'today',
    mode: 'daily',
    start: '2026-11-21',
    end: '2026-11-21',
    grouping: 'geo',
    rows: 'date',
    chart: 'bar',
    auto: false,
    countBy: 'deposit',
    comparison: null,
    sorting: { column: 'leads', descending: true },
    filter: {},
  })
  expect(viewOf({ view: 'range' }, today)).toMatchObject({ start: '2026-11-14', end: '2026-11-21' })
})

test('what is nothing of ours is left out', () => {
  const raw = { view: 'weekly', group: 'geo', chart: 'donut', auto: 'yes', date: '2026-02-30', source: 44, geo: ' ' }
  expect(readAnalyticsSearch(raw)).toEqual({ source: '44' })
})

test('each way of looking keeps its own days', () => {
  const daily = changeSearch({}, { start: day('2026-11-01') })
  expect(daily).toEqual({ date: '2026-11-01' })
  const range = changeSearch(daily, { mode: 'range' })
  expect(changeSearch(range, { end: day('2026-11-20') })).toEqual({
    view: 'range',
    date: '2026-11-01',
    end: '2026-11-20',
  })
  expect(changeSearch(range, { mode: 'daily' })).toEqual(daily)
})

test('a change stands in the address, and is gone from it when it is taken back', () => {
  const changed = changeSearch(
    {},
    { countBy: 'lead', comparison: 'week', chart: 'pie', sorting: { column: 'name', descending: false } },
  )
  expect(changed).toEqual({ by: 'lead', compare: 'week', chart: 'pie', sort: 'name' })
  expect(changeSearch(changed, { countBy: 'deposit', comparison: null, chart: 'bar' })).toEqual({ sort: 'name' })
  const filtered = changeSearch({}, { filter: { geo: 'DE', sourceNumber: '44' } })
  expect(filtered).toEqual({ geo: 'DE', source: '44' })
  expect(changeSearch(filtered, { filter: { geo: 'DE' } })).toEqual({ geo: 'DE' })
})

test('a preset means other days tomorrow, and gives way to days that are chosen', () => {
  const days = (preset: AnalyticsView['preset'], on = today) => {
    const { mode, start, end } = viewOf(changeSearch({ view: 'range', date: day('2026-11-01') }, { preset }), on)
    return `${mode} ${start} ${end}`
  }
  expect(PRESETS.map((preset) => days(preset))).toEqual([
    'daily 2026-11-21 2026-11-21',
    'daily 2026-11-20 2026-11-20',
    'range 2026-11-16 2026-11-21',
    'range 2026-11-09 2026-11-15',
    'range 2026-11-01 2026-11-21',
    'range 2026-10-23 2026-11-21',
  ])
  expect(days('this-week', day('2026-11-23'))).toBe('range 2026-11-23 2026-11-23')

  expect(viewOf({ tab: 'quality' }, today)).toMatchObject({ preset: 'this-month', start: '2026-11-01' })

  const month = changeSearch({}, { preset: 'this-month', tab: 'quality' })
  expect(month).toEqual({ preset: 'this-month', tab: 'quality' })
  expect(changeSearch(month, { chart: 'pie' })).toEqual({ ...month, chart: 'pie' })
  expect(changeSearch(month, { mode: 'daily' })).toEqual({ tab: 'quality', preset: 'today' })
  expect(changeSearch(month, { mode: 'range', start: day('2026-11-02'), end: today })).toEqual({
    tab: 'quality',
    view: 'range',
    start: '2026-11-02',
    end: '2026-11-21',
  })
})
