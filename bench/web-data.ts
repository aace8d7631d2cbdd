import { sql } from 'kysely'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import type { Database } from '#platform/db/database.ts'
import { systemClock } from '#platform/clock.ts'
import { insertCaps } from './board-data.ts'

export const DAYS_ON_THE_BOARD = 5
export const CAPS_A_COLUMN = 2_000

/** Today, and the days after it that stand on the board. */
export function boardDays(): Day[] {
  const today = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
  return Array.from({ length: DAYS_ON_THE_BOARD }, (_, index) => addDays(today, index))
}

export async function seedWeb(db: Database, days: readonly Day[]): Promise<void> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) throw new Error('a board without days')
  await insertCaps(db, { first, last, capsOfADay: CAPS_A_COLUMN })
  await sql`vacuum analyze`.execute(db)
}
