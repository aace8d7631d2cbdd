import type { OpenAI } from 'openai'
import { z } from 'zod'
import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import { parseJson } from '../json.ts'
import type { ModelConfig } from './config.ts'
import { describeFailure, isAboutFormat, type ModelFailure } from './failure.ts'

/** A question, and the schema of its answer. */
export interface Question<T> {
  system: string
  user: string
  answer: z.ZodType<T>
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** Dollars with six decimals, as text; null if no prices are configured. */
  cost: string | null
}

/** A language model. It answers in the schema, or gives the reason that it does not. */
export interface LanguageModel {
  name: string
  ask<T>(question: Question<T>, signal: AbortSignal): Promise<Result<{ value: T; usage: Usage }, ModelFailure>>
}

/** Milliseconds for an answer, over all ways of asking. */
export const MODEL_PATIENCE = 5_000

/** From the strictest way to the one that every endpoint supports. */
const RUNGS = ['schema', 'json', 'plain'] as const

const UNREADABLE: ModelFailure = {
  reason: 'model.unreadable',
  message: 'The answer of the language model cannot be read.',
}

/**
 * Creates a model that is asked with a schema, then for JSON, then plainly; later questions use the way that worked.
 */
export function createLanguageModel(config: ModelConfig, patience = MODEL_PATIENCE): LanguageModel {
  let client: Promise<OpenAI> | null = null
  let understood = 0
  return {
    name: config.model,
    async ask(question, stopping) {
      const limit = AbortSignal.timeout(patience)
      const signal = AbortSignal.any([stopping, limit])
      client ??= connect(config, patience)
      let failure = UNREADABLE
      for (const [index, rung] of RUNGS.entries()) {
        if (index < understood) continue
        try {
          const completion = await (await client).chat.completions.create(write(config, question, rung), { signal })
          const read = readCompletion(completion, question.answer)
          if (read) {
            understood = index
            return accept({ value: read.value, usage: measureUsage(config, read.usage) })
          }
          failure = UNREADABLE
        } catch (error) {
          failure = describeFailure(error, { isLate: limit.aborted, patience })
          if (!isAboutFormat(error)) return refuse(failure)
        }
      }
      understood = 0
      return refuse(failure)
    },
  }
}

/** The package is large and few installations have a model, so it is loaded on demand. */
async function connect({ baseUrl, apiKey }: ModelConfig, patience: number): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai')
  return new Client({
    baseURL: baseUrl,
    // The package requires a key; an endpoint without keys ignores it.
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    // We decide on repeats, and the package's own output is not censored.
    maxRetries: 0,
    logLevel: 'off',
    timeout: patience,
    fetch: fetchLittle,
  })
}

function write<T>({ model }: ModelConfig, { system, user, answer }: Question<T>, rung: (typeof RUNGS)[number]) {
  const messages = [
    { role: 'system' as const, content: system },
    { role: 'user' as const, content: user },
  ]
  switch (rung) {
    case 'schema': {
      const schema = { name: 'answer', strict: true, schema: z.toJSONSchema(answer) }
      return { model, messages, response_format: { type: 'json_schema' as const, json_schema: schema } }
    }
    case 'json':
      return { model, messages, response_format: { type: 'json_object' as const } }
    case 'plain':
      return { model, messages }
  }
}

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
})

type TokenUsage = z.output<typeof Completion>['usage']

/** The package promises a shape that endpoints may not keep. */
function readCompletion<T>(completion: unknown, answer: z.ZodType<T>): { value: T; usage: TokenUsage } | null {
  const whole = Completion.safeParse(completion)
  const content = whole.data?.choices[0]?.message.content
  if (content === undefined) return null
  // Models often put JSON into a fence, after some words.
  const value = answer.safeParse(parseJson(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)))
  return value.success ? { value: value.data, usage: whole.data?.usage } : null
}

function measureUsage({ prices }: ModelConfig, usage: TokenUsage): Usage {
  const inputTokens = usage?.prompt_tokens ?? 0
  const outputTokens = usage?.completion_tokens ?? 0
  if (!prices || !usage) return { inputTokens, outputTokens, cost: null }
  // Dollars per million tokens are millionths of a dollar per token.
  const millionths = Math.round(inputTokens * prices.input + outputTokens * prices.output)
  return { inputTokens, outputTokens, cost: (millionths / 1_000_000).toFixed(6) }
}

/** In bytes; an answer is a few sentences. */
const LARGEST_ANSWER = 1024 * 1024

/** Like `fetch`, but only to the given address, and with a limit on the answer's length. */
export async function fetchLittle(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const { status, statusText, headers } = response
  return new Response(response.body?.pipeThrough(limitBytes(LARGEST_ANSWER)) ?? null, { status, statusText, headers })
}

function limitBytes(most: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > most) controller.error(new Error('the answer is too long'))
      else controller.enqueue(chunk)
    },
  })
}
