import type { Cap } from '#domain/caps/cap.ts'
import { takeField, type ByType, type FieldName } from '#domain/caps/fields.ts'
import { formatStoredHours } from '#domain/hours/stored-hours.ts'
import { formatCount, formatDay, formatDollars, formatPercent } from '#web/lib/format.ts'

const asIs = (value: string | null) => value

const WORDS: Omit<ByType<string | null>, 'hours' | 'always'> = {
  day: formatDay,
  geo: asIs,
  source: asIs,
  advertiser: asIs,
  text: asIs,
  author: asIs,
  count: formatCount,
  cents: (value) => (value === null ? null : formatDollars(value)),
  basisPoints: (value) => (value === null ? null : formatPercent(value)),
}

/** A field of a cap as people read it; null where there is nothing. */
export function tellField(cap: Cap, name: FieldName): string | null {
  const hours = () => formatStoredHours(cap)
  return takeField({ ...WORDS, hours, always: hours }, cap, name)
}
