import { formatCount } from '#domain/sentences/written.ts'
import { computeHitPercent, LEAST_JUDGED_DAYS, TOLD_HOURS, type HitRate } from '#domain/suggestions/hit-rate.ts'

const HOURS = TOLD_HOURS.map((hour) => `${hour}:00`).join(', ')

/** What people read of how often the range of a forecast (10 to 90 %) held what came. */
export const hitRateTexts = {
  /** `hit rate 82%`; null as long as too few days were judged. */
  short(rate: HitRate): string | null {
    const percent = computeHitPercent(rate)
    return percent === null ? null : `hit rate ${percent}%`
  },
  /** `of`: whose ranges. */
  long(rate: HitRate, of: 'all leads' | 'caps'): string {
    const percent = computeHitPercent(rate)
    const { days, told, held } = rate
    if (percent === null) return `The hit rate appears after ${LEAST_JUDGED_DAYS} days of forecasts: ${days} so far.`
    const counted = `${formatCount(held)} of ${formatCount(told)} ranges for ${of}`
    return `Hit rate ${percent}%: ${counted}, forecast at ${HOURS} on the last ${days} days, contained the result. The target is 80%.`
  },
} as const
