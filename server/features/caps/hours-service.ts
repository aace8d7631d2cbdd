import type { Day } from '#domain/kernel/day.ts'
import { hoursOf } from '#domain/hours/stored-hours.ts'
import type { Opening } from '#domain/schedules/plan.ts'
import type { Database } from '#platform/db/database.ts'
import { listCapHours } from './hours-store.ts'

/** When the windows of all caps of some days open. */
export async function readOpenings(db: Database, days: readonly Day[]): Promise<Opening[]> {
  const caps = await listCapHours(db, days)
  return caps.flatMap(({ id, kind, date, workingHours }) => {
    const hours = hoursOf({ workingHours, alwaysOn: false })
    if (hours.kind !== 'windows') return []
    return hours.windows.map(({ from }) => ({ capId: id, capKind: kind, day: date, minutes: from }))
  })
}
