import type { Database } from '#platform/db/database.ts'

/** Whether a later message does to the same message of ours all that this one would. */
export async function isOvertaken(db: Database, { id, act }: { id: string; act: string }): Promise<boolean> {
  const row = await db
    .selectFrom('outbox as own')
    .innerJoin('outbox as newer', (join) =>
      join
        .onRef('newer.chat_id', '=', 'own.chat_id')
        .onRef('newer.about_message_id', '=', 'own.about_message_id')
        .on((newer) =>
          newer(newer.refTuple('newer.created_at', 'newer.id'), '>', newer.refTuple('own.created_at', 'own.id')),
        ),
    )
    .select('newer.id')
    .where('own.id', '=', id)
    // An edit brings its own buttons, or none.
    .where('newer.act', 'in', act === 'keyboard' ? ['keyboard', 'edit'] : ['edit'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
