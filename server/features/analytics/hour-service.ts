import { fillHours, type HourFigures } from '#domain/analytics/hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import { zoneOf } from '#domain/kernel/zone.ts'
import type { Database } from '#platform/db/database.ts'
import { readSettings } from '#server/features/settings/service.ts'
import { sumSlots } from './hour-store.ts'
import type { Question } from './service.ts'

/** The 24 hours of a day, all of one moment: a change of zone is seen whole or not at all. */
export async function readHours(db: Database, day: Day, { filter, countBy }: Question): Promise<HourFigures[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { timezone } = await readSettings(tx)
      return fillHours(await sumSlots(tx, day, filter, countBy), zoneOf(timezone))
    })
}
