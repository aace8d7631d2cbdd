import { formatInstant, type Instant } from '#domain/kernel/instant.ts'
import type { Database } from '#platform/db/database.ts'

export interface QuestionRow {
  id: string
  askedAt: Instant
  model: string
  told: string
  /** Written by us: a `ModelAnswer`, or null. */
  answered: unknown
  failure: string | null
  /** Written by us: `Taken`. */
  taken: unknown
  milliseconds: number
  inputTokens: number
  outputTokens: number
  /** Dollars, as text. */
  cost: string | null
}

/** Newest first. */
export async function listQuestions(db: Database, limit: number): Promise<QuestionRow[]> {
  return db
    .selectFrom('cap_text_questions')
    .select([
      'id',
      'asked_at as askedAt',
      'model',
      'told',
      'answered',
      'failure',
      'taken',
      'milliseconds',
      'input_tokens as inputTokens',
      'output_tokens as outputTokens',
      'cost',
    ])
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertQuestion(db: Database, row: QuestionRow): Promise<void> {
  await db
    .insertInto('cap_text_questions')
    .values({
      id: row.id,
      asked_at: formatInstant(row.askedAt),
      model: row.model,
      told: row.told,
      answered: row.answered === null ? null : JSON.stringify(row.answered),
      failure: row.failure,
      taken: JSON.stringify(row.taken),
      milliseconds: row.milliseconds,
      input_tokens: row.inputTokens,
      output_tokens: row.outputTokens,
      cost: row.cost,
    })
    .execute()
}
