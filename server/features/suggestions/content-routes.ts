import type { SuggestionContentWire } from '#contract/suggestions.ts'
import { dollarsFromCents } from '#domain/kernel/cents.ts'
import type { Forecast, Quantiles } from '#domain/suggestions/forecast.ts'
import type { Suggestion, SuggestionChart, SuggestionEvidence } from '#domain/suggestions/suggestion.ts'

/** What is suggested, and the numbers that it rests on. */
export function presentContent({ gain, evidence, ...suggestion }: Suggestion): SuggestionContentWire {
  const dollars = gain.cents === null ? null : dollarsFromCents(gain.cents)
  return { ...suggestion, evidence: presentEvidence(evidence), gain: { leads: gain.leads, dollars } }
}

export function presentOutlook({ delivered, total }: Pick<Forecast, 'delivered' | 'total'>) {
  return { delivered, total: presentQuantiles(total) }
}

function presentEvidence(evidence: SuggestionEvidence): SuggestionContentWire['evidence'] {
  switch (evidence.kind) {
    case 'pace':
      return { ...evidence, expected: presentQuantiles(evidence.expected), chart: presentChart(evidence.chart) }
    case 'conversion':
      return { ...evidence, rate: presentQuantiles(evidence.rate) }
    case 'room':
      return evidence
    case 'idle-hours':
      return { ...evidence, chart: presentChart(evidence.chart) }
  }
}

function presentQuantiles({ p10, p50, p90 }: Quantiles): [number, number, number] {
  return [p10, p50, p90]
}

function presentChart({ usual, came }: SuggestionChart) {
  return { usual: [...usual], came: [...came] }
}
