import type { Day } from '#domain/kernel/day.ts'
import { subjectOf } from '#server/features/caps/edit-service.ts'
import { findUndos, readChanges } from '#server/features/history/service.ts'
import type { Database } from '#platform/db/database.ts'
import { listCaplessDays, type CaplessDay } from './day-store.ts'

/** Days from one on whose cap a person made for a plan, if that was undone. One that the person deleted is theirs. */
export async function findUndoneDays(db: Database, from: Day): Promise<CaplessDay[]> {
  const undone: CaplessDay[] = []
  for (const row of await listCaplessDays(db, from)) {
    const subject = subjectOf(row.kind)
    const made = (await readChanges(db, subject, { subjectId: row.capId })).at(-1)
    if (made && (await findUndos(db, subject, [made.batchId])).size > 0) undone.push(row)
  }
  return undone
}
