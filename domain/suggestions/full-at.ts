import { formatMinutes } from '#domain/hours/working-hours.ts'
import { SLOT_MINUTES, type Forecast, type FullAt } from './forecast.ts'
import { chanceBelow, takeShare } from './counts.ts'

/** Halvings of a share of the rest: to less than a minute of any day. */
const HALVINGS = 14

/** When a cap will be full. One that is full became so by the end of the slot that filled it. A cap of 0 is full with its first lead. */
export function computeFullAt(forecast: Forecast, cap: number): FullAt {
  const target = Math.max(cap, 1)
  if (forecast.delivered >= target) {
    const slot = forecast.cameBySlot.findIndex((came) => came >= target)
    const at = Math.min(forecast.now, (slot + 1) * SLOT_MINUTES)
    return { p10: at, p50: at, p90: at }
  }
  const missing = target - forecast.delivered
  const at = (chance: number) => timeOfShare(forecast, shareThatBrings(forecast, missing, chance))
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}

/** The share of the rest of which `missing` leads have come with this chance; null where not even all of it is enough. */
function shareThatBrings({ rest }: Forecast, missing: number, chance: number): number | null {
  const reaches = (share: number) => 1 - chanceBelow(takeShare(rest, share), missing) >= chance
  if (!reaches(1)) return null
  let [low, high] = [0, 1]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (reaches(middle)) high = middle
    else low = middle
  }
  return high
}

/** The minute at which this share of the rest has come. */
function timeOfShare({ restBySlot, slot, now }: Forecast, share: number | null): number | null {
  if (share === null) return null
  const at = restBySlot.findIndex((until) => until >= share)
  if (at === -1) return null
  const before = at === 0 ? 0 : (restBySlot[at - 1] ?? 0)
  const start = at === 0 ? now : (slot + at) * SLOT_MINUTES
  const part = (share - before) / ((restBySlot[at] ?? 1) - before || 1)
  return Math.round(start + part * ((slot + at + 1) * SLOT_MINUTES - start))
}

/** `15:40 (14:55 to 17:10)`; where it may not be full on the day at all, the late end is open. */
export function formatFullAt({ p10, p50, p90 }: FullAt): string {
  if (p50 === null) return 'the end of the day or later'
  const early = formatMinutes(p10 ?? p50)
  return `${formatMinutes(p50)} (${early} ${p90 === null ? 'or later' : `to ${formatMinutes(p90)}`})`
}
