import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { WorldPause } from './payout-worlds.ts'

/** Pauses of the past, which no call begins. */
export async function plantPauses(db: Database, pauses: readonly WorldPause[]): Promise<void> {
  if (pauses.length === 0) return
  const rows = pauses.map(({ geo, advertiserId, sourceNumber, from, until }) => ({
    id: newId(),
    geo,
    advertiser_id: advertiserId,
    source_number: sourceNumber,
    begins: formatInstant(from),
    until: formatOptionalInstant(until),
    reason: 'quality',
    begun_by: 'anna',
    way: 'board',
    created_at: formatInstant(from),
  }))
  await db.insertInto('pauses').values(rows).execute()
}
