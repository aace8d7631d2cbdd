import { formatCount } from '#domain/sentences/written.ts'
import { computeHitPercent, LEAST_JUDGED_DAYS, TOLD_HOURS, type HitRate } from '#domain/suggestions/hit-rate.ts'

const HOURS = TOLD_HOURS.map((hour) => `${hour}:00`).join(', ')

/** Texts about how often a forecast's range (10 to 90 %) contained the result. */
export const hitRateTexts = {
  /** `hit rate 82%`; null if too few days were judged. */
  short(rate: HitRate): string | null {
    const percent = computeHitPercent(rate)
    return percent === null ? null : `hit rate ${percent}%`
  },
  /** `of`: the subject of the ranges. */
  long(rate: HitRate, of: 'all leads' | 'caps'): string {
    const percent = computeHitPercent(rate)
    const { days, told, held } = rate
    if (percent === null) return `The hit rate appears after ${LEAST_JUDGED_DAYS} days of forecasts: ${days} so far.`
    const counted = `${formatCount(held)} of ${formatCount(told)} ranges for ${of}`
    return `Hit rate ${percent}%: the result was within ${counted}, forecast at ${HOURS} on the last ${days} days. The target is 80%.`
  },
} as const
