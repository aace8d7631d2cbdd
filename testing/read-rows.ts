import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'

export const READ_DAY = brandText<Day>('2026-12-03')

/** What the server answers of `DE 20` in a message: broker 301, source 44. */
export const READ_ROW = {
  kind: 'broker' as const,
  action: 'set' as const,
  days: [READ_DAY],
  geos: ['DE'],
  advertiserId: '301',
  sourceNumber: '44',
  cap: 20,
  delta: null,
  hours: '10:00-18:00',
  hoursOriginal: null,
  cpa: 1200,
  crg: 2.5,
  isEndless: false,
  assumed: [],
  line: 1,
  quote: 'DE 20',
  saved: true,
  asks: [],
}
