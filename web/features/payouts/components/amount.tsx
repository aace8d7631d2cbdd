import { MISSING } from '#web/lib/format.ts'
import { formatExact, formatWhole } from './amounts.ts'

/** Dollars without decimals; what was rounded away is told where the pointer rests. */
export function Amount({ dollars }: { dollars: number | null }) {
  if (dollars === null) return MISSING
  return <span title={Number.isInteger(dollars) ? undefined : formatExact(dollars)}>{formatWhole(dollars)}</span>
}
