import {
  CHART_TYPES,
  type ChartType,
  type Comparison,
  COMPARISONS,
  type Grouping,
  GROUPINGS,
  type Preset,
  PRESETS,
  type Tab,
  TABS,
} from '#domain/analytics/choices.ts'
import type { Day } from '#domain/kernel/day.ts'
import { readDay, readOneOf, readWord, readYes, searchReader } from '../read-search.ts'

/** What the address says of the analytics; what is left out is as people find the page at first. */
export interface AnalyticsSearch {
  tab?: Tab | undefined
  /** Days that move on with today; no others are named beside it. */
  preset?: Preset | undefined
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
  tab: readOneOf(TABS.filter((tab) => tab !== 'overview')),
  preset: readOneOf(PRESETS),
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
