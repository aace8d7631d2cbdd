import { addDays, type Day } from '#domain/kernel/day.ts'
import { foldGeo, foldSource, foldStatus } from '#domain/kernel/identity.ts'
import { readInvalidStatuses } from '#domain/payouts/fates.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { CONVERSION_DAYS, MATURE_DAYS, OWN_WEEKS } from '#domain/suggestions/conversion.ts'
import { countConversion, shareValid, type ConversionCount, type DealWeeks } from '#domain/suggestions/rate.ts'
import { INVALID_DAYS, type InvalidCount } from '#domain/suggestions/invalid.ts'
import type { Database } from '#platform/db/database.ts'
import {
  sumConversions,
  sumDealWeeks,
  sumLeadsByDay,
  sumLeadsBySource,
  sumStatuses,
  sumStatusesByDay,
} from './count-store.ts'

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

/** The past of each deal of today, week by week. */
export async function readDealWeeks(db: Database, today: Day): Promise<DealWeeks[]> {
  const to = addDays(today, -MATURE_DAYS)
  const rows = await sumDealWeeks(db, today, addDays(to, 1 - 7 * OWN_WEEKS), to)
  const keyOf = ({ geo, advertiserId, sourceNumber }: (typeof rows)[number]) =>
    JSON.stringify([geo, advertiserId, sourceNumber])
  return [...Map.groupBy(rows, keyOf).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const oldest = Math.max(...own.map(({ week }) => week))
    const weeks = Array.from({ length: oldest + 1 }, () => ({ leads: 0, deposits: 0 }))
    for (const { week, leads, deposits } of own) weeks[week] = { leads, deposits }
    const { geo, advertiserId, sourceNumber } = first
    return [{ geo: foldGeo(geo), advertiserId, sourceNumber: foldSource(sourceNumber), weeks }]
  })
}

/** How many leads of each source that sent some today are invalid, and how many were in the days before. */
export async function readInvalidCounts(
  db: Database,
  { invalidStatuses }: Pick<Settings, 'invalidStatuses'>,
  today: Day,
): Promise<InvalidCount[]> {
  const invalid = readInvalidStatuses(invalidStatuses)
  const from = addDays(today, -INVALID_DAYS)
  const keyOf = ({ day, sourceNumber }: { day: Day; sourceNumber: string }) => `${day} ${sourceNumber}`
  const invalidBy = new Map<string, number>()
  for (const row of await sumStatusesByDay(db, from, today)) {
    if (invalid.has(foldStatus(row.status))) invalidBy.set(keyOf(row), (invalidBy.get(keyOf(row)) ?? 0) + row.leads)
  }
  const days = (await sumLeadsByDay(db, from, today)).map((row) => ({
    ...row,
    invalid: invalidBy.get(keyOf(row)) ?? 0,
  }))
  const before = Map.groupBy(
    days.filter(({ day }) => day < today),
    ({ sourceNumber }) => sourceNumber,
  )
  return days
    .filter(({ day }) => day === today)
    .map(({ sourceNumber, leads, invalid: bad }) => ({
      sourceNumber: foldSource(sourceNumber),
      leads,
      invalid: bad,
      before: before.get(sourceNumber) ?? [],
    }))
}
