import { DEFAULT_SORTING } from '#domain/analytics/breakdown.ts'
import type { Preset } from '#domain/analytics/choices.ts'
import { defaultPeriod, periodOfPreset } from '#domain/analytics/period.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import type { AnalyticsView } from '#web/features/analytics/view.ts'
import { readAnalyticsSearch, type AnalyticsSearch } from './search.ts'

// What the address means is for the screen alone; all screens are read from their addresses by the first script.

/** What is meant on a day. */
export function viewOf(search: AnalyticsSearch, today: Day): AnalyticsView {
  const { tab, group, rows, chart, auto, by, compare, sort, geo, broker, source } = search
  return {
    tab: tab ?? 'overview',
    ...daysOf(search, today),
    grouping: group ?? 'geo',
    rows: rows ?? 'date',
    chart: chart ?? 'bar',
    auto: auto ?? false,
    countBy: by ?? 'deposit',
    comparison: compare ?? null,
    sorting: sort === undefined ? DEFAULT_SORTING : readSorting(sort),
    filter: {
      ...(geo !== undefined && { geo }),
      ...(broker !== undefined && { advertiserId: broker }),
      ...(source !== undefined && { sourceNumber: source }),
    },
  }
}

/** Where no days are named: today, and this month where it is asked how good leads are, which takes more than a day to see. */
function daysOf(search: AnalyticsSearch, today: Day): Pick<AnalyticsView, 'mode' | 'preset' | 'start' | 'end'> {
  const { preset, date, start, end } = search
  if (preset) return daysOfPreset(preset, today)
  if (search.view !== 'range') {
    if (date === undefined) return daysOfPreset(search.tab === 'quality' ? 'this-month' : 'today', today)
    return { mode: 'daily', preset: null, start: date, end: date }
  }
  const usual = defaultPeriod(today)
  return { mode: 'range', preset: null, start: start ?? usual.start, end: end ?? usual.end }
}

function daysOfPreset(preset: Preset, today: Day) {
  const isDay = preset === 'today' || preset === 'yesterday'
  return { mode: isDay ? ('daily' as const) : ('range' as const), preset, ...periodOfPreset(preset, today) }
}

/** The address after a change of the view: days that are chosen take the place of a preset, and it of them. */
export function changeSearch(before: AnalyticsSearch, change: Partial<AnalyticsView>): AnalyticsSearch {
  const { mode, preset, start, end, grouping, countBy, comparison, sorting, filter, ...same } = change
  return readAnalyticsSearch({
    ...before,
    ...same,
    ...(preset ? { preset, view: undefined, date: undefined } : changeDays(before, { mode, start, end })),
    ...(grouping && { group: grouping }),
    ...(countBy && { by: countBy }),
    ...(comparison !== undefined && { compare: comparison }),
    ...(sorting && { sort: writeSorting(sorting) }),
    ...(filter && { geo: filter.geo, broker: filter.advertiserId, source: filter.sourceNumber }),
  })
}

type ChangeOfDays = { [Name in 'mode' | 'start' | 'end']: AnalyticsView[Name] | undefined }

function changeDays(before: AnalyticsSearch, { mode, start, end }: ChangeOfDays) {
  if (mode === undefined && start === undefined && end === undefined) return {}
  const chosen = mode ?? before.view ?? 'daily'
  if (chosen === 'daily' && start === undefined && before.date === undefined) {
    return { preset: 'today', view: undefined }
  }
  return {
    preset: undefined,
    view: chosen,
    ...(chosen === 'daily' ? dropAbsent({ date: start }) : dropAbsent({ start, end })),
  }
}

function dropAbsent(days: Record<string, Day | undefined>) {
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day !== undefined))
}

function readSorting(sort: string): Sorting {
  return sort.startsWith('-') ? { column: sort.slice(1), descending: true } : { column: sort, descending: false }
}

function writeSorting({ column, descending }: Sorting): string {
  return descending ? `-${column}` : column
}
