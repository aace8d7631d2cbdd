import type { Day } from '#domain/kernel/day.ts'
import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'

export interface ChangeRow {
  id: string
  at: Instant
  actorId: string | null
  actor: string
  action: string
  subject: string
  subjectId: string
  day: Day | null
  before: unknown
  after: unknown
}

export async function insertChanges(db: Database, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('changes')
    .values(
      rows.map((row) => ({
        id: row.id,
        at: formatInstant(row.at),
        actor_id: row.actorId,
        actor: row.actor,
        action: row.action,
        subject: row.subject,
        subject_id: row.subjectId,
        day: row.day,
        before: row.before === null ? null : JSON.stringify(row.before),
        after: row.after === null ? null : JSON.stringify(row.after),
      })),
    )
    .execute()
}
