import type { BreakdownRow } from '#domain/analytics/breakdown.ts'
import { addFigures, computeConversion, drawnConversion, type Figures } from '#domain/analytics/figures.ts'
import type { DayFigures } from '#domain/analytics/groups.ts'
import type { HourFigures } from '#domain/analytics/hours.ts'
import { mondayOf, type Day } from '#domain/kernel/day.ts'
import { firstOfMonth } from '#domain/kernel/month.ts'
import { formatDay, formatMonth } from '#web/lib/format.ts'

/** Safe for people who are colour-blind (spec, section 9: eight colours). */
export const PALETTE = ['#0072B2', '#E69F00', '#009E73', '#D55E00', '#56B4E9', '#CC79A7', '#F0E442', '#999999'] as const

/** A position on the chart. A number is null if there is none, as for an hour in the future. */
export interface Point {
  name: string
  /** Below its name. */
  second?: string | null
  leads: number | null
  deposits: number | null
  /** In percent; also null if too few leads are behind it. */
  conversion: number | null
  /** Leads of the compared period; null without a comparison. */
  before: number | null
}

/** A part of the ring. */
export interface Slice extends Figures {
  name: string
  conversion: number
  before: null
  color: string
}

/** Rows of a day's breakdown that the chart has room for. */
export const MOST_ROWS = 10

/** The first rows in their order, each with the same row of the compared period. */
export function pointsOfRows(rows: readonly BreakdownRow[], before: readonly BreakdownRow[] | null): Point[] {
  const known = new Map(before?.map((row) => [row.id, row]))
  return rows.slice(0, MOST_ROWS).map((row) => ({
    ...measure(nameInChart(row), row),
    conversion: drawnConversion(row),
    second: row.second,
    before: before && (known.get(row.id)?.leads ?? 0),
  }))
}

/** The colour of the combined rest: the text's own, not one of the palette. */
const REST = 'color-mix(in oklab, var(--text) 80%, var(--surface))'

/** The same rows as parts of a ring; rows beyond the limit become one part. */
export function slicesOfRows(rows: readonly BreakdownRow[]): Slice[] {
  const slices = rows
    .slice(0, MOST_ROWS)
    .map((row) => measure(nameInChart(row), row))
    .map(paint)
  const rest = rows.slice(MOST_ROWS)
  if (rest.length === 0) return slices
  return [...slices, { ...measure(`Other (${rest.length})`, addFigures(rest)), before: null, color: REST }]
}

/** Colours repeat, each time nearer to the text's colour, so that no two parts look the same. */
function paint(point: Measured, at: number): Slice {
  const color = PALETTE[at % PALETTE.length] ?? PALETTE[0]
  const round = Math.floor(at / PALETTE.length)
  return {
    ...point,
    before: null,
    color: round === 0 ? color : `color-mix(in oklab, ${color}, var(--text) ${round * 35 - 5}%)`,
  }
}

/** The days in order, each with the day at the same position of the compared period. */
export function pointsOfDays(days: readonly DayFigures[], before: readonly DayFigures[] | null): Point[] {
  return days.map((day, at) => ({
    ...measure(formatDay(day.date), day),
    conversion: drawnConversion(day),
    before: before?.[at]?.leads ?? null,
  }))
}

/**
 * The hours of a day in order; hours after the current one are null, unless leads of them exist because another clock
 * is ahead.
 */
export function pointsOfHours(
  hours: readonly HourFigures[],
  before: readonly HourFigures[] | null,
  running: number | null,
): Point[] {
  return hours.map(({ hour, leads, deposits }, at) => {
    const isOpen = running !== null && hour > running && leads + deposits === 0
    return {
      name: `${String(hour).padStart(2, '0')}:00`,
      leads: isOpen ? null : leads,
      deposits: isOpen ? null : deposits,
      conversion: null,
      before: before?.[at]?.leads ?? null,
    }
  })
}

interface Measured extends Figures {
  name: string
  conversion: number
}

function measure(name: string, { leads, deposits }: Figures): Measured {
  return { name, leads, deposits, conversion: computeConversion({ leads, deposits }) }
}

/** The full name: a source number alone would appear several times. */
function nameInChart({ name, geo, sourceNumber }: BreakdownRow): string {
  return geo !== null && sourceNumber !== null ? `#${sourceNumber} ${geo}` : name
}

const MOST_DAYS = 14
const MOST_WEEKS = 14

/** Hundreds of days do not fit in a ring: they are summed by week, or by month. */
export function slicesOfDays(days: readonly DayFigures[]): Slice[] {
  return groupDays(days).map(paint)
}

function groupDays(days: readonly DayFigures[]): Measured[] {
  if (days.length <= MOST_DAYS) return days.map((day) => measure(formatDay(day.date), day))
  const byWeek = days.length <= MOST_WEEKS * 7
  const groups = Map.groupBy(days, ({ date }) => (byWeek ? mondayOf(date) : firstOfMonth(date)))
  return [...groups].map(([first, parts]) => measure(nameGroup(first, byWeek), addFigures(parts)))
}

function nameGroup(first: Day, isWeek: boolean): string {
  return isWeek ? `Week of ${formatDay(first)}` : formatMonth(first)
}

/** The text for screen readers; the table below has all of it. */
export function describePoints(points: readonly { name: string; leads: number | null }[]): string {
  let most: { name: string; leads: number } | null = null
  for (const { name, leads } of points) if (leads !== null && leads > (most?.leads ?? -1)) most = { name, leads }
  return most ? `${points.length} values, most leads: ${most.name} with ${most.leads}` : 'nothing'
}
