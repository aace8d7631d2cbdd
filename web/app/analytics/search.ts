import { DEFAULT_SORTING, GROUPINGS, type Grouping } from '#domain/analytics/breakdown.ts'
import { COMPARISONS, defaultPeriod, type Comparison } from '#domain/analytics/period.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Sorting } from '#domain/kernel/sort-rows.ts'
import { CHART_TYPES, type AnalyticsView, type ChartType } from '#web/features/analytics/view.ts'
import { readDay, readOneOf, readWord, readYes, searchReader } from '../read-search.ts'

/** What the address says of the analytics; what is left out is as people find the page at first. */
export interface AnalyticsSearch {
  view?: 'range' | undefined
  date?: Day | undefined
  start?: Day | undefined
  end?: Day | undefined
  group?: Grouping | undefined
  /** What the rows of a range are, its days where left out. */
  rows?: Grouping | undefined
  chart?: ChartType | undefined
  auto?: true | undefined
  by?: 'lead' | undefined
  compare?: Comparison | undefined
  /** A column of the breakdown, with a minus where it descends. */
  sort?: string | undefined
  geo?: string | undefined
  broker?: string | undefined
  source?: string | undefined
}

export const readAnalyticsSearch = searchReader<AnalyticsSearch>({
  view: readOneOf(['range']),
  date: readDay,
  start: readDay,
  end: readDay,
  group: readOneOf(GROUPINGS.filter((grouping) => grouping !== 'geo')),
  rows: readOneOf(GROUPINGS),
  chart: readOneOf(CHART_TYPES.filter((type) => type !== 'bar')),
  auto: readYes,
  by: readOneOf(['lead']),
  compare: readOneOf(COMPARISONS),
  sort: readWord,
  geo: readWord,
  broker: readWord,
  source: readWord,
})

/** What is meant on a day. */
export function viewOf(search: AnalyticsSearch, today: Day): AnalyticsView {
  const { view: mode = 'daily', date, group, rows, chart, auto, by, compare, sort, geo, broker, source } = search
  const { start, end } = mode === 'daily' ? { start: date, end: date } : search
  const usual = mode === 'daily' ? { start: today, end: today } : defaultPeriod(today)
  return {
    mode,
    start: start ?? usual.start,
    end: end ?? usual.end,
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

/** The address after a change of the view. */
export function changeSearch(before: AnalyticsSearch, change: Partial<AnalyticsView>): AnalyticsSearch {
  const { mode = before.view ?? 'daily', start, end, grouping, countBy, comparison, sorting, filter, ...same } = change
  const days = mode === 'daily' ? { ...(start !== undefined && { date: start }) } : dropAbsent({ start, end })
  return readAnalyticsSearch({
    ...before,
    ...same,
    ...days,
    view: mode,
    ...(grouping && { group: grouping }),
    ...(countBy && { by: countBy }),
    ...(comparison !== undefined && { compare: comparison }),
    ...(sorting && { sort: writeSorting(sorting) }),
    ...(filter && { geo: filter.geo, broker: filter.advertiserId, source: filter.sourceNumber }),
  })
}

function dropAbsent(days: { start: Day | undefined; end: Day | undefined }) {
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day !== undefined))
}

function readSorting(sort: string): Sorting {
  return sort.startsWith('-') ? { column: sort.slice(1), descending: true } : { column: sort, descending: false }
}

function writeSorting({ column, descending }: Sorting): string {
  return descending ? `-${column}` : column
}
