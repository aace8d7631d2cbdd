import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DayForecast } from '#contract/suggestion-days.ts'
import { hitRateTexts } from '#contract/texts/hit-rate.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Quantiles } from '#domain/suggestions/forecast.ts'
import { formatFullAt } from '#domain/suggestions/course.ts'
import { formatCount } from '#domain/sentences/written.ts'
import { forecastQuery } from '../day-api.ts'

/** The forecast of a day in words, by cap. */
export interface OutlookWords {
  caps: ReadonlyMap<string, string>
  likely: ReadonlyMap<string, string>
  all: { total: Quantiles; likely: string; range: string; hitRate: string | null; judged: string } | null
}

interface OutlookSourceProps {
  day: Day
  onOutlook: (outlook: OutlookWords) => void
}

/** Renders nothing; reports the day's forecast. */
export function OutlookSource({ day, onOutlook }: OutlookSourceProps) {
  const { data } = useQuery(forecastQuery(day))
  useEffect(() => {
    if (data) onOutlook(describeForecast(data))
  }, [data, onOutlook])
  return null
}

function describeForecast(forecast: DayForecast): OutlookWords {
  const caps = new Map(forecast.caps.map((cap) => [cap.id, describeCapOutlook(cap)]))
  const likely = new Map(forecast.caps.map(({ id, total }) => [id, inWholeLeads(total).p50]))
  return { caps, likely, all: describeAll(forecast) }
}

/** `Fills at 15:40 (14:55 to 17:10)`, or `About 12 (8 to 17) by midnight`: a narrow row leaves out the last of its pieces whole. */
function describeCapOutlook({ fullAt, total }: DayForecast['caps'][number]): string {
  const words =
    fullAt && fullAt.p50 !== null
      ? `Fills at ${formatFullAt(fullAt)}`
      : [`About ${inWholeLeads(total).p50}`, describeRange(total), 'by midnight'].filter(Boolean).join(' ')
  return words.replaceAll(/ (?!\(|by)/g, '\u00a0')
}

function describeRange(total: Quantiles): string {
  const { p10, p90 } = inWholeLeads(total)
  return p10 === p90 ? '' : `(${p10} to ${p90})`
}

function describeAll({ all, hitRates }: DayForecast): OutlookWords['all'] {
  if (!all || !hitRates) return null
  return {
    total: all.total,
    likely: `About ${inWholeLeads(all.total).p50}`,
    range: describeRange(all.total),
    hitRate: hitRateTexts.short(hitRates.all),
    judged: hitRateTexts.long(hitRates.all, 'all leads'),
  }
}

function inWholeLeads({ p10, p50, p90 }: Quantiles) {
  const show = (leads: number) => formatCount(Math.round(leads))
  return { p10: show(p10), p50: show(p50), p90: show(p90) }
}
