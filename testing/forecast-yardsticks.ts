import { daysBetween, weekdayOf, type Day } from '#domain/kernel/day.ts'
import { SLOTS } from '#domain/suggestions/forecast.ts'
import type { NegativeBinomial } from '#domain/suggestions/counts.ts'

/** Days of one source: leads by slot. */
export type SlotDays = ReadonlyMap<Day, readonly number[]>

/** What is expected of a day of which nothing has come. */
interface Usual {
  mean: number
  variance: number
  /** Share of a day that has come by the end of each slot. */
  until: number[]
}

const DAYS = 56
/** Of a day more that a day lies back. */
const FADE = 0.95

/** Weighted moments of the working days, or of the weekends, of eight weeks; the same weekday counts twice. */
function learnUsual(days: SlotDays, today: Day): Usual {
  const isWeekend = (day: Day) => weekdayOf(day) > 5
  const alike = [...days].flatMap(([day, slots]) => {
    const back = daysBetween(day, today)
    if (back <= 0 || back > DAYS || isWeekend(day) !== isWeekend(today)) return []
    return [{ slots, leads: sum(slots), weight: FADE ** back * (weekdayOf(day) === weekdayOf(today) ? 2 : 1) }]
  })
  const weight = sum(alike.map((one) => one.weight))
  const mean = sum(alike.map((one) => one.weight * one.leads)) / weight
  const degrees = 1 - sum(alike.map((one) => one.weight ** 2)) / weight ** 2
  const bySlot = Array.from(
    { length: SLOTS },
    (_, slot) => 1 / SLOTS + sum(alike.map((one) => one.weight * (one.slots[slot] ?? 0))),
  )
  const all = sum(bySlot)
  let until = 0
  return {
    mean: Math.max(mean, 0.1),
    variance: sum(alike.map((one) => one.weight * (one.leads - mean) ** 2)) / weight / degrees,
    until: bySlot.map((leads) => (until += leads / all)),
  }
}

/** Least squared share by which days are taken to differ. */
const LEAST_EXCESS = 0.01

/** A plain gamma-Poisson: days alike, their spread by moments, and the conjugate update with what came so far. */
export function foretellGammaPoisson(days: SlotDays, today: Day): (slot: number, came: number) => NegativeBinomial {
  const { mean, variance, until } = learnUsual(days, today)
  const shape = 1 / Math.max((variance - mean) / mean ** 2, LEAST_EXCESS)
  return (slot, came) => {
    const passed = until[slot] ?? 1
    const size = shape + came
    return { mean: (mean * (1 - passed) * size) / (shape + mean * passed), size }
  }
}

/** What came, as large a share of the day as it usually is; before a tenth of the day has come, the usual day. */
export function foretellScaledCount(days: SlotDays, today: Day): (slot: number, came: number) => number {
  const { mean, until } = learnUsual(days, today)
  return (slot, came) => {
    const passed = until[slot] ?? 1
    return passed < 0.1 ? Math.max(mean, came) : came / passed
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
