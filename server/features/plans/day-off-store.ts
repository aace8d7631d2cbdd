import type { DayOff } from '#domain/plans/days-off.ts'
import { DAY_OFF_EFFECTS } from '#domain/plans/days-off.ts'
import type { Database, Tx } from '#platform/db/database.ts'

/** By date. */
export async function listDaysOff(db: Database): Promise<DayOff[]> {
  const rows = await db.selectFrom('days_off').selectAll().orderBy('day').orderBy('key').orderBy('id').execute()
  return rows.map(({ id, side, effect, ...row }) => ({
    ...row,
    _id: id,
    side: side === 'geo' ? 'geo' : 'advertiser',
    effect: DAY_OFF_EFFECTS.find((one) => one === effect) ?? 'none',
  }))
}

/** Adds a day off; false if one with its key and date exists. */
export async function insertDayOff(tx: Tx, { _id: id, ...dayOff }: DayOff): Promise<boolean> {
  const row = await tx
    .insertInto('days_off')
    .values({ id, ...dayOff })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteDayOff(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('days_off').where('id', '=', id).execute()
}
