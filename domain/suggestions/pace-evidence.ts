import { type Forecast, type FullAt, SLOT_MINUTES } from './forecast.ts'
import { computeFullAt } from './full-at.ts'
import type { SuggestionEvidence, SuggestionChart } from './suggestion.ts'

type PaceEvidence = Extract<SuggestionEvidence, { kind: 'pace' }>

const NEVER: FullAt = { p10: null, p50: null, p90: null }

/** What shows how a cap does, or all caps of a source together. */
export function showPace(forecast: Forecast, cap: number): PaceEvidence {
  return {
    kind: 'pace',
    cap,
    delivered: forecast.delivered,
    expected: forecast.total,
    fullAt: cap === 0 ? NEVER : computeFullAt(forecast, cap),
    usualByNow: Math.round(forecast.usualByNow.mean * 10) / 10,
    now: forecast.now,
    days: forecast.days,
    chart: drawChart(forecast),
  }
}

const SLOTS_OF_HOUR = 60 / SLOT_MINUTES

/** Leads by the end of each hour, as usual and as they came; the last that came are those up to now. */
export function drawChart({ usualBySlot, cameBySlot }: Forecast): SuggestionChart {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour + 1) * SLOTS_OF_HOUR - 1)
  const tenths = (leads: number) => Math.round(leads * 10) / 10
  return {
    usual: hours.map((slot) => tenths(usualBySlot[slot] ?? 0)),
    came: hours
      .slice(0, Math.ceil(cameBySlot.length / SLOTS_OF_HOUR))
      .map((slot) => cameBySlot[Math.min(slot, cameBySlot.length - 1)] ?? 0),
  }
}
