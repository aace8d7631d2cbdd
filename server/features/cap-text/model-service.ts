import { z } from 'zod'
import { LONGEST_ASKED, writeModelPrompt } from '#domain/llm/question.ts'
import { proposeRows, SPAN_KINDS, type ModelAnswer, type Proposals } from '#domain/llm/spans.ts'
import { tellMessage } from '#domain/llm/told-message.ts'
import { MOST_QUESTIONS } from '#domain/kernel/listed.ts'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { indexNames } from '#domain/partners/lookup.ts'
import { readPartners } from '#server/features/partners/service.ts'
import { readSettings } from '#server/features/settings/service.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/ids.ts'
import type { ModelFailure } from '#platform/llm/failure.ts'
import { MODEL_PATIENCE, type LanguageModel, type Usage } from '#platform/llm/model.ts'
import type { Log } from '#platform/log.ts'
import { insertQuestion, listQuestions, type QuestionRow } from './model-store.ts'

export interface ModelReaderDeps {
  db: Database
  clock: Clock
  log: Log
  /** Null: none is configured. */
  model: LanguageModel | null
}

/** A message, and what the grammar did not read of it. */
export interface UnreadMessage {
  lines: readonly string[]
  /** Counted from 1. */
  unread: readonly number[]
  /** What means nothing here. */
  words: readonly string[]
}

const Answer = z.strictObject({
  rows: z.array(
    z.strictObject({
      spans: z.array(z.strictObject({ kind: z.enum(SPAN_KINDS), line: z.int(), text: z.string() })),
    }),
  ),
})

const NOTHING: Proposals = { taken: [], thrown: [] }

/**
 * What a language model sees in lines that the grammar did not read, as sentences for the grammar, and the question as
 * it is kept. Null where nothing is asked: an admin has not turned it on, there is no model, no unread line, or more
 * text than a message has. One that is late, away, or answers what cannot be used proposes nothing.
 */
export async function askModel(
  { db, clock, log, model }: ModelReaderDeps,
  { lines, unread, words }: UnreadMessage,
  stopping: AbortSignal,
): Promise<{ proposals: Proposals; question: ModelQuestion } | null> {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  if (!model || unread.length === 0 || length > LONGEST_ASKED + 1) return null
  if (!(await readSettings(db)).capTextModel) return null
  const told = tellMessage(lines, {
    brokers: indexNames('advertiser', await readPartners(db, 'advertiser')),
    sources: indexNames('publisher', await readPartners(db, 'publisher')),
  })
  const prompt = writeModelPrompt(told, unread, words)
  const askedAt = clock.now()
  const asked = await askTwice(model, prompt, AbortSignal.any([stopping, AbortSignal.timeout(MODEL_PATIENCE)]))
  const proposals = asked.ok ? proposeRows(told, asked.value.value, new Set(unread)) : NOTHING
  const usage = asked.ok ? asked.value.usage : { inputTokens: 0, outputTokens: 0, cost: null }
  const milliseconds = clock.now() - askedAt
  const question: QuestionRow = {
    id: newId(),
    askedAt,
    model: model.name,
    told: prompt.user,
    answered: asked.ok ? asked.value.value : null,
    failure: asked.ok ? null : asked.message,
    taken: proposals,
    milliseconds,
    ...usage,
  }
  await insertQuestion(db, question)
  const note = { model: model.name, milliseconds, ...usage, taken: proposals.taken.length, thrown: proposals.thrown }
  if (asked.ok) log.info(note, 'the language model was asked about a message')
  else log.warn(note, asked.message)
  return { proposals, question: parseQuestion(question) }
}

/** Asks about all lines of a text, so that an admin sees what is sent and what comes of it. */
export async function tryModel(
  deps: ModelReaderDeps,
  text: string,
  stopping: AbortSignal,
): Promise<Result<ModelQuestion, { reason: 'model.off' }>> {
  const lines = text.split(/\r\n?|\n/)
  const unread = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]))
  const asked = await askModel(deps, { lines, unread, words: [] }, stopping)
  return asked ? accept(asked.question) : refuse({ reason: 'model.off' })
}

type Asked = Result<{ value: ModelAnswer; usage: Usage }, ModelFailure>

/** Within one time for both: whoever wrote the message waits. */
async function askTwice(
  model: LanguageModel,
  prompt: { system: string; user: string },
  signal: AbortSignal,
): Promise<Asked> {
  const first = await model.ask({ ...prompt, answer: Answer }, signal)
  if (first.ok || signal.aborted) return first.ok ? first : late(first)
  const second = await model.ask({ ...prompt, answer: Answer }, signal)
  return second.ok || !signal.aborted ? second : late(second)
}

/** A question that our own time broke off was late, whatever the connection says. */
function late(failure: ModelFailure): Asked {
  if (failure.reason === 'model.late') return refuse(failure)
  return refuse({
    reason: 'model.late',
    message: `The language model did not answer within ${MODEL_PATIENCE / 1000} seconds.`,
  })
}

export interface ModelQuestion extends Omit<QuestionRow, 'answered' | 'taken'> {
  answered: ModelAnswer | null
  taken: { sentences: string[]; thrown: string[] }
}

/** Whether an admin turned it on, and what was asked, newest first. */
export async function readQuestions(db: Database): Promise<{ isOn: boolean; questions: ModelQuestion[] }> {
  const isOn = (await readSettings(db)).capTextModel
  return { isOn, questions: (await listQuestions(db, MOST_QUESTIONS)).map(parseQuestion) }
}

/** `Proposals` as they are kept; written by us and never changed, so anything else is a bug. */
const StoredTaken = z.object({ taken: z.array(z.object({ sentence: z.string() })), thrown: z.array(z.string()) })

function parseQuestion({ answered, taken, ...row }: QuestionRow): ModelQuestion {
  const kept = StoredTaken.parse(taken)
  const sentences = kept.taken.map(({ sentence }) => sentence)
  return { ...row, answered: Answer.nullable().parse(answered), taken: { sentences, thrown: kept.thrown } }
}
