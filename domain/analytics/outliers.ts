import type { Day } from '#domain/kernel/day.ts'
import { computeConversion, type Figures } from './figures.ts'

/** The side on which a value is far from the others. */
export type Outlier = 'above' | 'below'

/** With fewer rows, or fewer leads, there are no outliers. */
const LEAST_ROWS = 7
const LEAST_LEADS = 30

/** In standard deviations: by chance one row in several hundred. */
const FAR = 3

/** Converts the median of distances from the median to a standard deviation of a normal distribution. */
const OF_NORMAL = 1.4826

/**
 * Judges whether chance explains the difference between a row's conversion and that of all rows (binomial). Null if
 * chance may explain it.
 */
export function judgeRowConversion(row: Figures, all: Figures): Outlier | null {
  if (row.leads < LEAST_LEADS || row.leads === all.leads) return null
  const share = computeConversion(all) / 100
  if (share <= 0 || share >= 1) return null
  const deviation = (computeConversion(row) / 100 - share) / Math.sqrt((share * (1 - share)) / row.leads)
  return sideOf(deviation)
}

/**
 * Finds the days whose leads are far from the median, measured in medians of the distances from it. A day that is not
 * over yet is neither judged nor counted.
 */
export function findUnusualDays<Row extends Figures & { date: Day | null }>(
  rows: readonly Row[],
  today: Day,
): ReadonlyMap<Row, Outlier> {
  const found = new Map<Row, Outlier>()
  const days = rows.filter(({ date }) => date !== null && date < today)
  if (days.length < LEAST_ROWS) return found
  const middle = medianOf(days.map(({ leads }) => leads))
  const spread = OF_NORMAL * medianOf(days.map(({ leads }) => Math.abs(leads - middle)))
  // Leads come by chance too, so the deviation is never smaller than that of chance.
  const deviation = Math.max(spread, Math.sqrt(middle), 1)
  for (const day of days) {
    const side = sideOf((day.leads - middle) / deviation)
    if (side) found.set(day, side)
  }
  return found
}

function sideOf(deviation: number): Outlier | null {
  if (Math.abs(deviation) <= FAR) return null
  return deviation > 0 ? 'above' : 'below'
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]]
  return (low + high) / 2
}

/** The most leads of any row, also of the compared rows: the length of a full bar. */
export function findMost(rows: readonly Figures[], before: ReadonlyMap<string, Figures> | null): number {
  const most = [...rows, ...(before?.values() ?? [])].reduce((top, { leads }) => Math.max(top, leads), 0)
  return Math.max(1, most)
}
