import { USUAL_WEEKS, type Share } from '#domain/analytics/usual.ts'
import { addDays } from '#domain/kernel/day.ts'
import type { DayRange } from '#domain/kernel/day-range.ts'
import { foldStatus } from '#domain/kernel/identity.ts'
import type { FateRules } from '#domain/payouts/fates.ts'
import type { Tx } from '#platform/db/database.ts'
import type { AnalyticsFilter } from './store.ts'
import { listStatusWeeks, listWeeks } from './usual-store.ts'

/** A source in each week before a period in which it had leads. */
export interface Weeks {
  invalid: Share[]
  conversion: Share[]
}

/**
 * The weeks before a period, by source. A week's invalid leads are those of all its leads; the period's own are of the
 * planned ones, whose statuses are no others. As many of them count as the terms let be deducted.
 */
export async function readWeeksBefore(
  tx: Tx,
  { start }: DayRange,
  filter: AnalyticsFilter,
  { invalidStatuses, mostInvalid }: Pick<FateRules, 'invalidStatuses' | 'mostInvalid'>,
): Promise<Map<string, Weeks>> {
  const before = { start: addDays(start, -7 * USUAL_WEEKS), end: addDays(start, -1) }
  const invalid = new Map<string, number>()
  for (const { sourceNumber, week, status, leads } of await listStatusWeeks(tx, before, filter)) {
    if (!invalidStatuses.has(foldStatus(status))) continue
    const key = JSON.stringify([sourceNumber, week])
    invalid.set(key, (invalid.get(key) ?? 0) + leads)
  }
  const sources = new Map<string, Weeks>()
  for (const { sourceNumber, week, leads, deposits } of await listWeeks(tx, before, filter)) {
    const weeks = sources.get(sourceNumber) ?? { invalid: [], conversion: [] }
    const most = mostInvalid === null ? leads : Math.floor((leads * mostInvalid) / 100)
    const hits = Math.min(most, invalid.get(JSON.stringify([sourceNumber, week])) ?? 0)
    weeks.invalid.push({ hits, of: leads })
    weeks.conversion.push({ hits: deposits, of: leads })
    sources.set(sourceNumber, weeks)
  }
  return sources
}
