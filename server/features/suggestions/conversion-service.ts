import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, foldStatus } from '#domain/kernel/identity.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { CONVERSION_DAYS, MATURE_DAYS } from '#domain/suggestions/conversion.ts'
import { countConversion, shareValid } from '#domain/suggestions/conversion-count.ts'
import { INVALID_DAYS, type InvalidCount } from '#domain/suggestions/invalid.ts'
import type { ConversionCount } from '#domain/suggestions/sweep.ts'
import type { Database } from '#platform/db/database.ts'
import { sumConversions, sumLeadsBySource, sumStatuses } from './count-store.ts'

/**
 * What became of the leads of each deal with a guarantee that are old enough to have converted. Statuses are counted by
 * source only, so that of each of its deals the same share is taken for valid.
 */
export async function readConversions(
  db: Database,
  { invalidStatuses }: Pick<Settings, 'invalidStatuses'>,
  today: Day,
): Promise<ConversionCount[]> {
  const [from, to] = [addDays(today, -CONVERSION_DAYS), addDays(today, -MATURE_DAYS)]
  const rows = await sumConversions(db, from, to)
  const sources = await sumLeadsBySource(db, from, to)
  const validShareOf = shareValid(sources, await sumStatuses(db, from, to), readInvalidStatuses(invalidStatuses))
  return rows.map(({ geo, sourceNumber, promised, ...row }) => {
    const source = foldSource(sourceNumber)
    const deal = { ...row, geo: foldGeo(geo), sourceNumber: source, promised: Number(promised) }
    return countConversion(deal, validShareOf(source))
  })
}

/** How many leads of each source that sent some today are invalid, and how many were in the days before. */
export async function readInvalidCounts(
  db: Database,
  { invalidStatuses }: Pick<Settings, 'invalidStatuses'>,
  today: Day,
): Promise<InvalidCount[]> {
  const invalid = readInvalidStatuses(invalidStatuses)
  const countOver = async (from: Day, to: Day) => {
    const leads = await sumLeadsBySource(db, from, to)
    const bySource = new Map<string, number>()
    for (const { sourceNumber, status, leads: count } of await sumStatuses(db, from, to)) {
      if (!invalid.has(foldStatus(status))) continue
      bySource.set(sourceNumber, (bySource.get(sourceNumber) ?? 0) + count)
    }
    return new Map(
      leads.map(({ sourceNumber, leads: all }) => [sourceNumber, { all, invalid: bySource.get(sourceNumber) ?? 0 }]),
    )
  }
  const before = await countOver(addDays(today, -INVALID_DAYS), addDays(today, -1))
  return Array.from(await countOver(today, today), ([sourceNumber, { all, invalid: bad }]) => ({
    sourceNumber: foldSource(sourceNumber),
    leads: all,
    invalid: bad,
    usualLeads: before.get(sourceNumber)?.all ?? 0,
    usualInvalid: before.get(sourceNumber)?.invalid ?? 0,
  }))
}
