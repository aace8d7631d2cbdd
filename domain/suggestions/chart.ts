import { SLOT_MINUTES, type Forecast } from './forecast.ts'
import type { SuggestionChart } from './suggestion.ts'

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
