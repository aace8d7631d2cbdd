import { parseDay, type Day } from '#domain/kernel/day.ts'
import { checkDayRange } from '#domain/kernel/day-range.ts'
import { LONGEST_RANGE, PAYOUT_PRESETS, rangeOfPreset } from '#domain/payouts/range.ts'
import type { ChosenRange, RangeMode } from '#web/features/payouts/api.ts'

/** What the address says of the payout page. The days of a custom range stay while a week is looked at. */
export interface PayoutSearch {
  range?: RangeMode
  start?: Day
  end?: Day
}

const DEFAULT_MODE: RangeMode = 'current_week'

export function readPayoutSearch(raw: Record<string, unknown>): PayoutSearch {
  const mode = raw['range'] === 'custom' ? 'custom' : PAYOUT_PRESETS.find((preset) => preset === raw['range'])
  const [start, end] = [readDay(raw['start']), readDay(raw['end'])]
  return {
    ...(mode && mode !== DEFAULT_MODE && { range: mode }),
    ...(start && { start }),
    ...(end && { end }),
  }
}

/** The days that are meant. A custom range that is none means the current week. */
export function rangeOf({ range: mode = DEFAULT_MODE, start, end }: PayoutSearch, today: Day): ChosenRange {
  if (mode !== 'custom') return { mode, ...rangeOfPreset(mode, today) }
  const isRange = start !== undefined && end !== undefined && checkDayRange({ start, end }, LONGEST_RANGE).ok
  return isRange ? { mode, start, end } : { mode, ...rangeOfPreset('current_week', today) }
}

function readDay(value: unknown): Day | null {
  return typeof value === 'string' ? parseDay(value) : null
}
