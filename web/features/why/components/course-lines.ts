import { isOpen, type Hours } from '#domain/hours/working-hours.ts'
import type { Why } from '../api.ts'

// Where the lines of a course stand: along, in quarters of an hour since the day began; up, in leads.

/** A place of a line. */
export interface Spot {
  along: number
  leads: number
}

/** What the days are called whose lines stand in one chart. */
export interface LineNames {
  day: string
  yesterday: string
  weekday: string
}

const QUARTER = 15

export interface CourseLines {
  /** Quarters of the day. */
  length: number
  today: Spot[]
  yesterday: Spot[]
  weekday: Spot[]
  /** What is expected from now on. */
  outlook: { along: number; p10: number; p50: number; p90: number }[]
  /** Where leads are taken; none where hours restrict nothing. */
  open: { from: number; to: number }[]
  /** Room for all of it. */
  most: number
}

/** `minutes` is the wall clock at the moment that the answer is of. */
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

/** Each count stands at the end of its quarter; before the first one nothing had come. */
function spotsOf(counts: readonly number[]): Spot[] {
  return [{ along: 0, leads: 0 }, ...counts.map((leads, quarter) => ({ along: quarter + 1, leads }))]
}

/** The end of the last quarter that began before a time of the clock. */
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

/** Round numbers from 0 up to where all lines have room. */
export function findTicks(most: number): number[] {
  const rough = most / 3
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * magnitude).find((each) => each >= rough) ?? rough)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => Math.round(at * step))
}
