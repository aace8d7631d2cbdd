import type { Cap } from '#domain/caps/cap.ts'
import type { CapDraft } from '#domain/caps/edits.ts'
import { writtenHoursOf } from '#domain/hours/stored-hours.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Opening } from '#domain/schedules/due.ts'
import type { Database, Tx } from '#platform/db/database.ts'
import { listCapHours } from './hours-store.ts'
import { listCapsByIds, lockKind } from './store.ts'

export { findStamp as readDayStamp } from './store.ts'

/** Caps that nobody changes until the transaction ends, so a commit changes exactly what was read. */
export async function lockStandingCaps(tx: Tx, ids: readonly string[]): Promise<Map<string, Cap>> {
  await lockAllCaps(tx)
  return readCapsByIds(tx, ids)
}

/** No cap changes until the transaction ends. The locks of a commit, in its order. */
export async function lockAllCaps(tx: Tx): Promise<void> {
  for (const kind of ['affiliate', 'broker'] as const) await lockKind(tx, kind)
}

export async function readCapsByIds(db: Database, ids: readonly string[]): Promise<Map<string, Cap>> {
  return new Map((await listCapsByIds(db, ids)).map((cap) => [cap._id, cap]))
}

/** A cap as a draft. */
export function draftOf({ _id, kind: _kind, actualCount: _leads, version: _version, ...draft }: Cap): CapDraft {
  return draft
}

/** When the windows of all caps of some days open. */
export async function readOpenings(db: Database, days: readonly Day[]): Promise<Opening[]> {
  const caps = await listCapHours(db, days)
  return caps.flatMap(({ id, kind, date, workingHours }) => {
    const { hours, zone } = writtenHoursOf({ workingHours, alwaysOn: false })
    if (hours.kind !== 'windows') return []
    return hours.windows.map(({ from }) => ({ capId: id, capKind: kind, day: date, minutes: from, zone }))
  })
}
