import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { defineCall } from './call.ts'
import { ApiError, createClient, type ClientOptions, type Fetch } from './client.ts'
import { day } from './fields.ts'

const search = defineCall({
  method: 'GET',
  path: '/things',
  access: 'member',
  summary: 'Finds things',
  query: z.object({
    text: z.optional(z.nullable(z.string())),
    limit: z.optional(z.number()),
    all: z.optional(z.boolean()),
    source: z.optional(z.string()),
  }),
  emptyKeys: ['source'],
  answers: { 200: z.array(z.object({ on: day('Not a day.') })) },
})

const replace = defineCall({
  method: 'PUT',
  path: '/things/:kind/parts/:id',
  access: 'member',
  summary: 'Replaces a part of a thing',
  params: z.object({ kind: z.string(), id: z.string() }),
  body: z.object({ name: z.string() }),
  answers: { 200: z.object({ name: z.string() }), 202: z.object({ job: z.string() }) },
})

const remove = defineCall({
  method: 'DELETE',
  path: '/things/:id',
  access: 'member',
  summary: 'Deletes a thing',
  params: z.object({ id: z.string() }),
  answers: { 204: null },
})

const signIn = defineCall({
  method: 'POST',
  path: '/sign-in',
  access: 'anyone',
  summary: 'Signs in',
  body: z.object({ code: z.string() }),
  answers: { 200: z.object({ token: z.string() }) },
})

type Sent = { url: string } & Parameters<Fetch>[1]

/** A client whose server always gives one answer, and what was sent to it. */
function clientOf(status: number, text: string, options: Partial<ClientOptions> & { statusText?: string } = {}) {
  const sent: Sent[] = []
  const client = createClient({
    root: 'http://capline.test',
    token: () => null,
    ...options,
    fetch: async (url, init) => {
      sent.push({ url, ...init })
      const { statusText = '' } = options
      return { ok: status >= 200 && status < 300, status, statusText, text: async () => text }
    },
  })
  return { client, sent }
}

describe('what is sent', () => {
  it('drops empty query values and writes the others safely', async () => {
    const { client, sent } = clientOf(200, '[]')
    await client(search, { query: { text: '', all: undefined } })
    await client(search, { query: { text: null } })
    await client(search, { query: {} })
    await client(search, { query: { text: 'a b&c=ü/#', limit: 0, all: false } })
    expect(sent.map(({ url }) => url)).toEqual([
      'http://capline.test/api/things',
      'http://capline.test/api/things',
      'http://capline.test/api/things',
      'http://capline.test/api/things?text=a%20b%26c%3D%C3%BC%2F%23&limit=0&all=false',
    ])
  })

  it('sends the empty value of a key that says so', async () => {
    const { client, sent } = clientOf(200, '[]')
    await client(search, { query: { text: '', source: '' } })
    await client(search, { query: { source: undefined } })
    expect(sent.map(({ url }) => url)).toEqual([
      'http://capline.test/api/things?source=',
      'http://capline.test/api/things',
    ])
  })

  it('puts parameters into the path, each in its own part', async () => {
    const { client, sent } = clientOf(200, '{"name":"x"}')
    await client(replace, { params: { kind: 'a/b', id: '1?x=$&' }, body: { name: 'x' } })
    expect(sent[0]?.url).toBe('http://capline.test/api/things/a%2Fb/parts/1%3Fx%3D%24%26')
  })

  it('sends a body as JSON and says so, and neither without one', async () => {
    const { client, sent } = clientOf(204, '')
    await client(remove, { params: { id: '1' } })
    expect(sent).toEqual([{ url: 'http://capline.test/api/things/1', method: 'DELETE', headers: {} }])
    const other = clientOf(200, '{"name":"x"}')
    await other.client(replace, { params: { kind: 'a', id: '1' }, body: { name: 'x' } })
    expect(other.sent[0]).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"x"}',
    })
  })

  it('sends the token that stands at that moment, and headers of the caller', async () => {
    let token: string | null = null
    const { client, sent } = clientOf(200, '[]', { token: () => token })
    await client(search, { query: {} })
    token = 'secret'
    await client(search, { query: {} }, { 'idempotency-key': 'k1' })
    expect(sent.map(({ headers }) => headers)).toEqual([
      {},
      { authorization: 'Bearer secret', 'idempotency-key': 'k1' },
    ])
  })
})

describe('what is answered', () => {
  it('is read by the schema of its status', async () => {
    expect(await clientOf(200, '[{"on":"2026-03-02","more":1}]').client(search, { query: {} })).toEqual([
      { on: '2026-03-02' },
    ])
    const sent = { params: { kind: 'a', id: '1' }, body: { name: 'x' } }
    expect(await clientOf(202, '{"job":"j1"}').client(replace, sent)).toEqual({ job: 'j1' })
  })

  it('is nothing for a 204', async () => {
    expect(await clientOf(204, '').client(remove, { params: { id: '1' } })).toBeUndefined()
  })

  it.each([
    [200, '[{"on":"2026-02-30"}]', 'a value that was not agreed'],
    [200, '<html>Welcome</html>', 'a page of somebody in between'],
    [200, '', 'nothing'],
    [201, '[]', 'a status that was not agreed'],
    [204, '', 'no content where some was agreed'],
  ])('fails with %i %j: %s', async (status, text) => {
    const error = await failureOf(clientOf(status, text).client(search, { query: {} }))
    expect(error).toMatchObject({ status, message: 'The server gave an answer that was not agreed.' })
  })
})

describe('a refusal', () => {
  it('carries the sentence, the status and the details', async () => {
    const problem = {
      message: 'This stands already.',
      errors: [{ path: 'geo', message: 'No.' }],
      current: { version: 4 },
    }
    const error = await failureOf(clientOf(409, JSON.stringify(problem)).client(search, { query: {} }))
    expect(error).toMatchObject({ name: 'ApiError', status: 409, message: problem.message })
    expect(error.details).toMatchObject({ errors: problem.errors, current: { version: 4 } })
  })

  it.each(['<html>Bad gateway</html>', '', 'null', '"no"', '{"error":"x"}', '{"message":5}'])(
    'without a sentence (%j) says the status text, else a sentence of its own',
    async (text) => {
      const worded = clientOf(502, text, { statusText: 'Bad Gateway' }).client(search, { query: {} })
      expect(await failureOf(worded)).toMatchObject({ status: 502, message: 'Bad Gateway' })
      const silent = clientOf(502, text).client(search, { query: {} })
      expect(await failureOf(silent)).toMatchObject({ message: 'The server did not answer as expected.' })
    },
  )

  it('tells of a 401, before it fails, unless the call was to sign in', async () => {
    const told: string[] = []
    const options = { onUnauthorized: () => told.push('out') }
    const unauthorized = '{"message":"Please sign in to continue."}'
    await failureOf(clientOf(401, unauthorized, options).client(search, { query: {} }))
    expect(told).toEqual(['out'])
    await failureOf(clientOf(401, unauthorized, options).client(signIn, { body: { code: 'x' } }))
    await failureOf(clientOf(403, unauthorized, options).client(search, { query: {} }))
    await clientOf(200, '[]', options).client(search, { query: {} })
    expect(told).toEqual(['out'])
  })

  it('is not signed out by what is said of a token that has been replaced since', async () => {
    const told: string[] = []
    const tokens = ['old', 'new', 'new', 'new']
    const options = { onUnauthorized: () => told.push('out'), token: () => tokens.shift() ?? null }
    const { client } = clientOf(401, '{"message":"Please sign in to continue."}', options)
    await failureOf(client(search, { query: {} }))
    expect(told).toEqual([])
    await failureOf(client(search, { query: {} }))
    expect(told).toEqual(['out'])
  })

  it('leaves a failure of the network as it is', async () => {
    const failure = new TypeError('fetch failed')
    const client = createClient({ root: '', token: () => null, fetch: () => Promise.reject(failure) })
    await expect(client(search, { query: {} })).rejects.toBe(failure)
  })
})

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error instanceof ApiError) return error
  throw new Error('the call did not fail as an ApiError does', { cause: error })
}
