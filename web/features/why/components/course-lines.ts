import { isOpen, type Hours } from '#domain/hours/working-hours.ts'
import type { Why } from '../api.ts'

// The lines of a chart: `along` in quarters of an hour since the day began, `up` in leads.

/** A point of a line. */
export interface Spot {
  along: number
  leads: number
}

/** The names of the days in a chart. */
export interface LineNames {
  day: string
  yesterday: string
  weekday: string
}

const QUARTER = 15

export interface CourseLines {
  /** Quarters of an hour in the day. */
  length: number
  today: Spot[]
  yesterday: Spot[]
  weekday: Spot[]
  /** The expected leads from now on. */
  outlook: { along: number; p10: number; p50: number; p90: number }[]
  /** The working hours; empty if the cap has none. */
  open: { from: number; to: number }[]
  /** The highest value of all lines. */
  most: number
}

/** `minutes` is the wall clock at the moment of the answer. */
export function drawLines(
  { quarters, course, outlook }: Pick<Why, 'quarters' | 'course' | 'outlook'>,
  { planned, hours, minutes }: { planned: number; hours: Hours; minutes: number },
): CourseLines {
  const { length } = quarters
  const isUnderWay = course.today.length > 0 && course.today.length < length
  const now = isUnderWay || outlook ? course.today.length - 1 + (minutes % QUARTER) / QUARTER : length
  const today = spotsOf(course.today).map((spot) => ({ ...spot, along: Math.min(spot.along, now) }))
  const expected = (outlook?.points ?? []).map(({ minutes: at, leads }, index) => ({
    along: index === 0 ? now : findAlong(quarters, at),
    ...leads,
  }))
  const all = [planned, ...[course.today, course.yesterday, course.weekday].map((line) => line.at(-1) ?? 0)]
  return {
    length,
    today: course.today.length === 0 ? [] : today,
    yesterday: spotsOf(course.yesterday),
    weekday: spotsOf(course.weekday),
    outlook: expected,
    open: hours.kind === 'windows' ? findOpen(quarters, hours) : [],
    most: Math.max(1, ...all, ...expected.map(({ p90 }) => p90)),
  }
}

/** A count is drawn at the end of its quarter; the line begins at 0. */
function spotsOf(counts: readonly number[]): Spot[] {
  return [{ along: 0, leads: 0 }, ...counts.map((leads, quarter) => ({ along: quarter + 1, leads }))]
}

/** The end of the last quarter that began before a time of day. */
export function findAlong(quarters: readonly number[], minutes: number): number {
  return quarters.findLastIndex((from) => from < minutes) + 1
}

function findOpen(quarters: readonly number[], hours: Hours): CourseLines['open'] {
  const open: CourseLines['open'] = []
  for (const [quarter, minutes] of quarters.entries()) {
    if (!isOpen(hours, minutes)) continue
    const last = open.at(-1)
    if (last?.to === quarter) last.to = quarter + 1
    else open.push({ from: quarter, to: quarter + 1 })
  }
  return open
}

/** Round numbers from 0 to above all lines. */
export function findTicks(most: number): number[] {
  const rough = most / 3
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * magnitude).find((each) => each >= rough) ?? rough)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => Math.round(at * step))
}
