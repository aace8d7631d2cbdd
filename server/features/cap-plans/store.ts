import { sql } from 'kysely'
import { formatInstant, formatOptionalInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { WrittenPlan } from '#domain/sentences/cap-plan.ts'
import type { Tx } from '#platform/db/database.ts'

/** The caps of a message, waiting to be saved. */
export interface StoredPlan extends Omit<WrittenPlan, 'passedOnAt'> {
  id: string
  chatId: string
  /** The message that it was read from; null for rows from before this was stored. */
  messageId: number | null
  defaultDay: Day
  revision: number
  state: string
  /** JSON that we wrote. */
  edits: unknown
  createdAt: Instant
}

export async function insertPlan(
  tx: Tx,
  plan: Omit<StoredPlan, 'revision' | 'state' | 'edits'> & { edits: object },
): Promise<void> {
  await tx
    .insertInto('cap_plans')
    .values({
      id: plan.id,
      chat_id: plan.chatId,
      message_id: plan.messageId,
      text: plan.text,
      written_at: formatInstant(plan.writtenAt),
      answered_text: plan.answered?.text ?? null,
      answered_at: formatOptionalInstant(plan.answered?.writtenAt ?? null),
      default_day: plan.defaultDay,
      revision: 1,
      state: 'open',
      edits: JSON.stringify(plan.edits),
      created_at: formatInstant(plan.createdAt),
    })
    .execute()
}

/** Locked until the transaction ends: of two presses at once, one comes first. */
export async function lockPlan(tx: Tx, id: string): Promise<StoredPlan | null> {
  const row = await selectPlans(tx).where('id', '=', id).executeTakeFirst()
  return row ? toPlan(row) : null
}

/** The newest plan of a message, or the newest that is saved; locked. */
export async function lockPlanOf(
  tx: Tx,
  at: { chatId: string; messageId: number },
  which: 'all' | 'saved' = 'all',
): Promise<StoredPlan | null> {
  const row = await selectPlans(tx)
    .where('chat_id', '=', at.chatId)
    .where('message_id', '=', at.messageId)
    .$if(which === 'saved', (query) => query.where('state', '=', 'saved'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toPlan(row) : null
}

/** The newest plan of a chat, or of a topic of a forum; locked. */
export async function lockNewestPlan(
  tx: Tx,
  { chatId, topic }: { chatId: string; topic: number | null },
): Promise<StoredPlan | null> {
  const row = await selectPlans(tx)
    .where('chat_id', '=', chatId)
    .where(sql<boolean>`edits ->> 'topic' is not distinct from ${topic}::text`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toPlan(row) : null
}

function selectPlans(tx: Tx) {
  return tx
    .selectFrom('cap_plans')
    .select((plan) => [
      'id',
      'chat_id as chatId',
      'message_id as messageId',
      'text',
      plan.fn.coalesce('written_at', 'created_at').as('writtenAt'),
      'answered_text as answeredText',
      'answered_at as answeredAt',
      'default_day as defaultDay',
      'revision',
      'state',
      'edits',
      'created_at as createdAt',
    ])
    .forUpdate()
}

type PlanRow = Awaited<ReturnType<ReturnType<typeof selectPlans>['executeTakeFirstOrThrow']>>

function toPlan({ answeredText: text, answeredAt, ...plan }: PlanRow): StoredPlan {
  return {
    ...plan,
    answered: text === null || answeredAt === null ? null : { text, writtenAt: answeredAt },
  }
}

/** Replaces the reading of a text. */
export async function updatePlan(
  tx: Tx,
  plan: { id: string; revision: number; defaultDay: Day; edits: object },
): Promise<void> {
  await tx
    .updateTable('cap_plans')
    .set({ revision: plan.revision, default_day: plan.defaultDay, edits: JSON.stringify(plan.edits) })
    .where('id', '=', plan.id)
    .execute()
}

export async function settlePlan(
  tx: Tx,
  { id, state, by, at }: { id: string; state: 'saved' | 'cancelled' | 'undone' | 'edited'; by: string; at: Instant },
): Promise<void> {
  await tx
    .updateTable('cap_plans')
    .set({ state, settled_by: by, settled_at: formatInstant(at) })
    .where('id', '=', id)
    .execute()
}
