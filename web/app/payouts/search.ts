import type { Day } from '#domain/kernel/day.ts'
import { checkDayRange } from '#domain/kernel/day-range.ts'
import { LONGEST_RANGE, PAYOUT_PRESETS, rangeOfPreset } from '#domain/payouts/range.ts'
import type { ChosenRange, RangeMode } from '#web/features/payouts/api.ts'
import { readDay, readOneOf, searchReader } from '../read-search.ts'

/** The address's search of the payout page. The days of a custom range stay while a week is shown. */
export interface PayoutSearch {
  range?: RangeMode | undefined
  start?: Day | undefined
  end?: Day | undefined
}

const DEFAULT_MODE: RangeMode = 'current_week'

export const readPayoutSearch = searchReader<PayoutSearch>({
  range: readOneOf([...PAYOUT_PRESETS.filter((preset) => preset !== DEFAULT_MODE), 'custom']),
  start: readDay,
  end: readDay,
})

/** The days of the range. An invalid custom range means the current week. */
export function rangeOf({ range: mode = DEFAULT_MODE, start, end }: PayoutSearch, today: Day): ChosenRange {
  if (mode !== 'custom') return { mode, ...rangeOfPreset(mode, today) }
  const isRange = start !== undefined && end !== undefined && checkDayRange({ start, end }, LONGEST_RANGE).ok
  return isRange ? { mode, start, end } : { mode, ...rangeOfPreset('current_week', today) }
}
