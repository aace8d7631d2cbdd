import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { startLanguageModel, type ModelStandIn } from '#sandbox/llm/server.ts'
import { readConfig } from '#platform/config.ts'
import { readModelConfig } from './config.ts'
import { createLanguageModel } from './model.ts'

const answer = z.strictObject({ texts: z.array(z.strictObject({ id: z.string(), text: z.string() })) })
const user = JSON.stringify({ suggestions: [{ id: '0', template: '{subject} is quiet.', facts: ['{subject}'] }] })
const question = { system: 'Word it.', user, answer }

const parts: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(parts.splice(0).map((part) => part.close()))
})

async function startModel(options: Partial<Parameters<typeof startLanguageModel>[0]> = {}): Promise<ModelStandIn> {
  const standIn = await startLanguageModel({ apiKey: 'key', ...options })
  parts.push(standIn)
  return standIn
}

const connect = (url: string, patience?: number, apiKey = 'key') =>
  createLanguageModel({ baseUrl: url, apiKey, model: 'test', prices: { input: 0.15, output: 0.6 } }, patience)

const ask = (model: ReturnType<typeof connect>) => model.ask(question, new AbortController().signal)

test('answers in the shape, and says what it cost', async () => {
  const standIn = await startModel()
  const asked = await ask(connect(standIn.url))
  expect(asked).toMatchObject({ ok: true, value: { value: { texts: [{ id: '0' }] } } })
  const usage = asked.ok ? asked.value.usage : null
  expect(usage?.cost).toBe((((usage?.inputTokens ?? 0) * 0.15 + (usage?.outputTokens ?? 0) * 0.6) / 1e6).toFixed(6))
})

test.each([
  { takes: ['json_schema', 'json_object'], formats: ['json_schema', 'json_schema'] },
  { takes: ['json_object'], formats: ['json_schema', 'json_object', 'json_object'] },
  { takes: [], formats: ['json_schema', 'json_object', null, null] },
] as const)(
  'goes down the ladder to what the endpoint takes, and stays there: $formats',
  async ({ takes, formats }) => {
    const standIn = await startModel({ manners: { takes } })
    const model = connect(standIn.url)
    expect((await ask(model)).ok).toBe(true)
    expect((await ask(model)).ok).toBe(true)
    // What it refuses is not among its questions' answers, but it was asked.
    expect(standIn.questions.map(({ format }) => format)).toEqual(formats)
  },
)

test('one that never answers is left after its time', async () => {
  const standIn = await startModel({ manners: { stalls: 1 } })
  expect(await ask(connect(standIn.url, 300))).toEqual({
    ok: false,
    reason: 'model.late',
    message: 'The language model did not answer within 0.3 seconds.',
  })
  expect(standIn.questions).toHaveLength(1)
})

test('a wrong key, a wrong address and nobody there each have their sentence', async () => {
  const standIn = await startModel()
  const wrongKey = await ask(connect(standIn.url, 5_000, 'other'))
  expect(wrongKey).toMatchObject({ message: 'The language model refuses the key (401). Check LLM_API_KEY.' })
  const elsewhere = await ask(connect(standIn.url.replace('/v1', '/v2')))
  expect(elsewhere).toMatchObject({ message: expect.stringContaining('Check LLM_BASE_URL and LLM_MODEL') })
  await standIn.close()
  parts.length = 0
  expect(await ask(connect(standIn.url))).toMatchObject({ message: 'The language model cannot be reached.' })
})

test('neither follows to another address nor reads without end', async () => {
  const target = await startModel()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/moved'))
      return void response.writeHead(307, { location: `${target.url}/chat/completions` }).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => void (response.destroyed || response.write(' '.repeat(100_000), () => setImmediate(more)))
    more()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  parts.push({ close: async () => void (server.closeAllConnections(), server.close()) })
  const address = server.address()
  const root = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  expect(await ask(connect(`${root}/moved`))).toMatchObject({ reason: 'model.unreachable' })
  expect(target.questions).toEqual([])
  // Long before the time is over.
  expect(await ask(connect(`${root}/endless`, 60_000))).toMatchObject({ ok: false })
})

test.each<[Record<string, string>, RegExp]>([
  [{ LLM_API_KEY: 'k' }, /^LLM_API_KEY means nothing without LLM_BASE_URL$/],
  [{ LLM_MODEL: 'm' }, /^LLM_MODEL means nothing without LLM_BASE_URL$/],
  [{ LLM_BASE_URL: 'https://x.example/v1' }, /^LLM_MODEL must name/],
  [{ LLM_BASE_URL: 'http://x.example/v1', LLM_MODEL: 'm', LLM_API_KEY: 'k' }, /must begin with https/],
  [{ LLM_BASE_URL: 'https://x.example/v1', LLM_MODEL: 'm', LLM_PRICES: '1' }, /^LLM_PRICES must be/],
])('refuses %o', (environment, sentence) => {
  const read = readModelConfig(environment)
  expect(read.ok ? null : read.message).toMatch(sentence)
  expect(readConfig(environment)).toMatchObject({ ok: false, message: expect.stringMatching(/LLM_.*\.$/) })
})

test('takes an endpoint of the own house without a key, and none at all', () => {
  expect(readModelConfig({ LLM_BASE_URL: 'http://ollama:11434/v1', LLM_MODEL: 'm', LLM_PRICES: '0.15/0.60' })).toEqual({
    ok: true,
    value: { baseUrl: 'http://ollama:11434/v1', apiKey: null, model: 'm', prices: { input: 0.15, output: 0.6 } },
  })
  expect(readModelConfig({})).toEqual({ ok: true, value: null })
})
