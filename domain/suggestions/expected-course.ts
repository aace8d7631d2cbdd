import { SLOT_MINUTES, SLOTS, type Forecast, type Quantiles } from './forecast.ts'
import { findBand, takeShare } from './counts.ts'

/** Where a forecast expects the day to stand at a time of it. */
export interface ExpectedPoint {
  /** Wall-clock minutes since 00:00, up to 1440. */
  minutes: number
  /** All leads of the day by then. */
  leads: Quantiles
}

const SLOTS_OF_HOUR = 60 / SLOT_MINUTES

/** What will have come by the end of each hour still to end, beginning with what has come by now. */
export function expectCourse({ delivered, rest, restBySlot, slot, now }: Forecast): ExpectedPoint[] {
  const hours = restBySlot.flatMap((share, ahead) => {
    const end = slot + ahead + 1
    if (end % SLOTS_OF_HOUR !== 0 && end !== SLOTS) return []
    const { p10, p50, p90 } = findBand(takeShare(rest, share))
    return [
      {
        minutes: end * SLOT_MINUTES,
        leads: { p10: delivered + p10, p50: delivered + p50, p90: delivered + p90 },
      },
    ]
  })
  return [{ minutes: now, leads: { p10: delivered, p50: delivered, p90: delivered } }, ...hours]
}

/** Leads that were due between a minute of the day and now, by what was known before the day began. */
export function countDueSince({ usualBySlot, now }: Forecast, minutes: number): number {
  const usualBy = (at: number) => {
    const slot = Math.floor(at / SLOT_MINUTES)
    const before = usualBySlot[slot - 1] ?? 0
    return before + ((at - slot * SLOT_MINUTES) / SLOT_MINUTES) * ((usualBySlot[slot] ?? before) - before)
  }
  return Math.max(0, usualBy(now) - usualBy(minutes))
}
