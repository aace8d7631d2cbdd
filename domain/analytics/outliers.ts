import { computeConversion, type Figures } from './figures.ts'

/** What is far from the others, and on which side. */
export type Outlier = 'above' | 'below'

/** Of fewer rows, or of fewer leads, nothing is far from anything. */
const LEAST_ROWS = 7
const LEAST_LEADS = 30

/** In standard deviations: one row in several hundred by chance. */
const FAR = 3

/** What the median of distances from the median is multiplied by to be a standard deviation of a normal distribution. */
const OF_NORMAL = 1.4826

/** A conversion that chance hardly makes of the conversion of all rows (binomial); null where it may be chance. */
export function judgeRowConversion(row: Figures, all: Figures): Outlier | null {
  if (row.leads < LEAST_LEADS || row.leads === all.leads) return null
  const share = computeConversion(all) / 100
  if (share <= 0 || share >= 1) return null
  const deviation = (computeConversion(row) / 100 - share) / Math.sqrt((share * (1 - share)) / row.leads)
  return sideOf(deviation)
}

/** The days whose leads are far from the other days: from their median, in medians of the distances from it. */
export function findUnusualDays<Row extends Figures>(days: readonly Row[]): ReadonlyMap<Row, Outlier> {
  const found = new Map<Row, Outlier>()
  if (days.length < LEAST_ROWS) return found
  const middle = medianOf(days.map(({ leads }) => leads))
  const spread = OF_NORMAL * medianOf(days.map(({ leads }) => Math.abs(leads - middle)))
  // Leads come by chance too: no day is far that lies within what chance does.
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

/** The most leads of any row, and of what it is compared with: where a bar is full. */
export function findMost(rows: readonly Figures[], before: ReadonlyMap<string, Figures> | null): number {
  const most = [...rows, ...(before?.values() ?? [])].reduce((top, { leads }) => Math.max(top, leads), 0)
  return Math.max(1, most)
}
