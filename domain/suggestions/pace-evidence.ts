import { drawChart } from './chart.ts'
import type { Forecast, FullAt } from './forecast.ts'
import { computeFullAt } from './full-at.ts'
import type { SuggestionEvidence } from './suggestion.ts'

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
