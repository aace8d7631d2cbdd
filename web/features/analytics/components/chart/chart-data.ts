import type { BreakdownRow } from '#domain/analytics/breakdown.ts'
import { addFigures, computeConversion, type Figures } from '#domain/analytics/figures.ts'
import type { DayFigures } from '#domain/analytics/groups.ts'
import { mondayOf, type Day } from '#domain/kernel/day.ts'
import { firstOfMonth } from '#domain/kernel/month.ts'
import { formatDay, formatMonth } from '#web/lib/format.ts'

/** Safe for people who are colour-blind (spec, section 9: eight colours). */
export const PALETTE = ['#0072B2', '#E69F00', '#009E73', '#D55E00', '#56B4E9', '#CC79A7', '#F0E442', '#999999'] as const

/** A place along the chart. */
export interface Point extends Figures {
  name: string
  conversion: number
  /** Leads of what it is compared with; null where nothing is. */
  before: number | null
}

/** A part of the ring. */
export interface Slice extends Point {
  color: string
}

/** Rows of a day's breakdown that the chart has room for. */
export const MOST_ROWS = 10

/** The first rows as they are sorted, each beside the same row of what it is compared with. */
export function pointsOfRows(rows: readonly BreakdownRow[], before: readonly BreakdownRow[] | null): Point[] {
  const known = new Map(before?.map((row) => [row.id, row]))
  return rows
    .slice(0, MOST_ROWS)
    .map((row) => toPoint(nameInChart(row), row, before && (known.get(row.id)?.leads ?? 0)))
}

/** Of what is put together: none of the colours, and as plain as the text. */
const REST = 'color-mix(in oklab, var(--text) 80%, var(--surface))'

/** The same rows as parts of all; what there is no room for is one more part. */
export function slicesOfRows(rows: readonly BreakdownRow[]): Slice[] {
  const slices = pointsOfRows(rows, null).map(paint)
  const rest = rows.slice(MOST_ROWS)
  if (rest.length === 0) return slices
  return [...slices, { ...toPoint(`Other (${rest.length})`, addFigures(rest), null), color: REST }]
}

/** Colours come again, each time farther from those before, so that no two parts look the same. */
function paint(point: Point, at: number): Slice {
  const color = PALETTE[at % PALETTE.length] ?? PALETTE[0]
  const round = Math.floor(at / PALETTE.length)
  return { ...point, color: round === 0 ? color : `color-mix(in oklab, ${color}, var(--text) ${round * 35 - 5}%)` }
}

/** The days in order, each beside the day in the same place of what it is compared with. */
export function pointsOfDays(days: readonly DayFigures[], before: readonly DayFigures[] | null): Point[] {
  return days.map((day, at) => toPoint(formatDay(day.date), day, before?.[at]?.leads ?? null))
}

function toPoint(name: string, { leads, deposits }: Figures, before: number | null): Point {
  return { name, leads, deposits, conversion: computeConversion({ leads, deposits }), before }
}

/** A source alone would stand there several times. */
function nameInChart({ name, geo, sourceNumber }: BreakdownRow): string {
  return geo !== null && sourceNumber !== null ? `#${sourceNumber} ${geo}` : name
}

const MOST_DAYS = 14
const MOST_WEEKS = 14

/** A pie has no room for hundreds of days: they are put together by week, or by month. */
export function slicesOfDays(days: readonly DayFigures[]): Slice[] {
  return groupDays(days).map(paint)
}

function groupDays(days: readonly DayFigures[]): Point[] {
  if (days.length <= MOST_DAYS) return pointsOfDays(days, null)
  const byWeek = days.length <= MOST_WEEKS * 7
  const groups = Map.groupBy(days, ({ date }) => (byWeek ? mondayOf(date) : firstOfMonth(date)))
  return [...groups].map(([first, parts]) => toPoint(nameGroup(first, byWeek), addFigures(parts), null))
}

function nameGroup(first: Day, isWeek: boolean): string {
  return isWeek ? `Week of ${formatDay(first)}` : formatMonth(first)
}

/** What somebody hears who does not see the chart; all of it stands in the table below it. */
export function describePoints(points: readonly Point[]): string {
  const most = points.reduce<Point | null>((best, point) => (best && best.leads >= point.leads ? best : point), null)
  return most ? `${points.length} values, most leads: ${most.name} with ${most.leads}` : 'nothing'
}
