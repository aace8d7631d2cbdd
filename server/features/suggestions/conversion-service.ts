import { brandNumber } from '#domain/kernel/brand.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, foldStatus } from '#domain/kernel/identity.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { CONVERSION_DAYS, MATURE_DAYS } from '#domain/suggestions/conversion.ts'
import type { ConversionCount } from '#domain/suggestions/sweep.ts'
import type { Database } from '#platform/db/database.ts'
import { sumConversions, sumLeadsBySource, sumStatuses } from './count-store.ts'

/**
 * What became of the leads of each deal with a guarantee that are old enough to have converted. Statuses are counted by
 * source only, so that of each of its deals the same share is taken for valid.
 */
export async function readConversions(db: Database, settings: Settings, today: Day): Promise<ConversionCount[]> {
  const [from, to] = [addDays(today, -CONVERSION_DAYS), addDays(today, -MATURE_DAYS)]
  const rows = await sumConversions(db, from, to)
  const validShareOf = await readValidShares(db, settings, from, to)
  return rows.map((row) => {
    const sourceNumber = foldSource(row.sourceNumber)
    const valid = Math.round(row.leads * validShareOf(sourceNumber))
    return {
      geo: foldGeo(row.geo),
      advertiserId: row.advertiserId,
      sourceNumber,
      leads: Math.max(valid, row.deposits),
      deposits: row.deposits,
      guaranteed: brandNumber(Math.round((Number(row.promised) / row.leads) * 100)),
      from: row.from,
      to: row.to,
    }
  })
}

async function readValidShares(
  db: Database,
  { invalidStatuses }: Settings,
  from: Day,
  to: Day,
): Promise<(source: string) => number> {
  const invalid = new Set(invalidStatuses.map(foldStatus))
  const all = new Map((await sumLeadsBySource(db, from, to)).map((row) => [row.sourceNumber, row.leads]))
  const bad = new Map<string, number>()
  for (const { sourceNumber, status, leads } of await sumStatuses(db, from, to)) {
    if (invalid.has(foldStatus(status))) bad.set(sourceNumber, (bad.get(sourceNumber) ?? 0) + leads)
  }
  return (source) => {
    const leads = all.get(source) ?? 0
    return leads === 0 ? 1 : Math.max(0, leads - (bad.get(source) ?? 0)) / leads
  }
}
