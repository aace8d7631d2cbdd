import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addMilliseconds, HOUR, instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { createArraySource, type ArraySource } from '#sandbox/lead-api/array-source.ts'
import { startLeadApi, type LeadApi } from '#sandbox/lead-api/server.ts'
import { serve } from '#testing/serve.ts'
import type { PageResult } from './connector.ts'
import { createConnector } from './client.ts'
import { readConnector } from './connector-file.ts'
import { patientTransport } from './configured.ts'
import type { PatientTransport } from './patient.ts'

const NOW = instantFromMilliseconds(Date.UTC(2026, 10, 21, 10))
const clock = { now: () => NOW }

let api: LeadApi
let source: ArraySource
let waits: number[]

beforeEach(async () => {
  source = createArraySource()
  api = await startLeadApi({ token: 'secret', source, now: clock.now })
  waits = []
  const at = '2026-11-20T09:00:00Z'
  for (const id of ['a', 'b', 'c'])
    source.put('leads', { id, createdAt: at, geo: 'DE', sourceNumber: '44', advertiserId: 'x' })
})

afterEach(() => api.close())

function connect(changes: { url?: string; token?: string; transport?: Partial<PatientTransport> } = {}) {
  const sleep = async (wait: number) => void waits.push(wait)
  const read = readConnector({
    name: 'main',
    preset: 'generic',
    url: changes.url ?? api.url,
    token: changes.token ?? 'secret',
    mapping: { pages: { size: 2 } },
  })
  if (!read.ok) throw new Error(read.message)
  const transport = { ...patientTransport, clock, sleep, ...changes.transport }
  return createConnector(read.value, { allowHttp: false, transport })
}

async function readAll(connector = connect(), signal = new AbortController().signal): Promise<PageResult[]> {
  const from = { updatedSince: null, cursor: null, knownEtag: null }
  return gather(connector.readPages('leads', from, signal))
}

async function gather(pages: AsyncIterable<PageResult>): Promise<PageResult[]> {
  const results: PageResult[] = []
  for await (const result of pages) results.push(result)
  return results
}

async function readFailure(connector = connect(), signal = new AbortController().signal): Promise<string> {
  const last = (await readAll(connector, signal)).at(-1)
  return last?.kind === 'failed' ? last.failure.message : `no failure: ${last?.kind}`
}

function idsOf(results: PageResult[]): string[] {
  return results.flatMap((result) =>
    result.kind === 'page'
      ? result.page.leads.map((reading) => (reading.ok ? reading.row.id : reading.reason))
      : [result.kind],
  )
}

test('pages come one after the other, to the last', async () => {
  const results = await readAll()
  expect(results.map((result) => result.kind)).toEqual(['page', 'page'])
  expect(idsOf(results)).toEqual(['a', 'b', 'c'])
})

test('an unchanged source is told by its ETag', async () => {
  const [first] = await readAll()
  const knownEtag = first?.kind === 'page' ? first.page.etag : null
  expect(knownEtag).not.toBeNull()
  const from = { updatedSince: NOW, cursor: null, knownEtag }
  const again = await gather(connect().readPages('leads', from, new AbortController().signal))
  expect(again).toEqual([{ kind: 'unchanged' }])
})

describe('what passes is waited for', () => {
  test('429 and 503 wait as Retry-After says, in seconds or as a date', async () => {
    api.control.addFault({ kind: 'status', status: 429, retryAfter: 7 })
    api.control.addFault({ kind: 'status', status: 503, retryAfter: 'Sat, 21 Nov 2026 10:00:40 GMT' })
    expect(idsOf(await readAll())).toEqual(['a', 'b', 'c'])
    expect(waits).toEqual([7_000, 40_000])
  })

  test('a wait of more than five minutes is left to the next run, and one of more than a day is none', async () => {
    api.control.addFault({ kind: 'status', status: 429, retryAfter: 3_600 })
    const until = addMilliseconds(NOW, HOUR)
    expect(await readAll()).toEqual([{ kind: 'paused', until }])
    api.control.addFault({ kind: 'status', status: 429, retryAfter: 100_000 })
    expect(await readFailure()).toMatch(/is busy: it answered 429/)
    expect(waits).toEqual([])
  })

  test.each([
    { kind: 'status', status: 500 },
    { kind: 'drop', share: 0.5 },
    { kind: 'drop', share: 0 },
    { kind: 'truncated-json' },
  ] as const)('$kind $status $share is tried again, with growing pauses', async (fault) => {
    api.control.addFault({ ...fault, times: 3 })
    expect(idsOf(await readAll())).toEqual(['a', 'b', 'c'])
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })

  test('a request that takes too long is given up and tried again', async () => {
    api.control.addFault({ kind: 'delay', milliseconds: 5_000 })
    expect(idsOf(await readAll(connect({ transport: { patience: 100 } })))).toEqual(['a', 'b', 'c'])
    expect(waits).toEqual([1_000])
  })
})

describe('what does not pass fails with a sentence', () => {
  test('a web page in the place of JSON fails at once, with its first words', async () => {
    api.control.addFault({ kind: 'html', times: 100 })
    expect(await readFailure()).toMatch(/a web page came where JSON was expected: “Sign in Please sign in”\.$/)
    expect(waits).toEqual([])
  })

  test('a failure that somebody waits for is not tried again after they must hear of it', async () => {
    api.control.addFault({ kind: 'status', status: 502, times: 100 })
    const over = new AbortController()
    const sleep = async (wait: number) => {
      waits.push(wait)
      if (wait === 8_000) over.abort()
    }
    const from = { updatedSince: null, cursor: null, knownEtag: null, hurry: over.signal }
    const read = async () =>
      gather(connect({ transport: { sleep } }).readPages('leads', from, new AbortController().signal))
    expect(await read()).toMatchObject([{ kind: 'failed', failure: { reason: 'lead_api.unreachable' } }])
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
    // Who waited is gone: a page that fails later is asked for as patiently as ever.
    waits.length = 0
    await read()
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
  })

  test.each([
    [{ kind: 'status', status: 502 }, /cannot be reached: it answered 502/],
    [{ kind: 'status', status: 503 }, /is busy: it answered 503/],
    [{ kind: 'status', status: 404 }, /refused the request: it answered 404/],
    [{ kind: 'truncated-json' }, /not valid JSON/],
    [{ kind: 'drop', share: 0 }, /cannot be reached: .+/],
    [{ kind: 'soft-error', message: 'Account suspended' }, /reported an error: Account suspended/],
    [{ kind: 'redirect' }, /redirects to another host/],
    [{ kind: 'huge-body' }, /more than 32 MB/],
  ] as const)('%o', async (fault, sentence) => {
    api.control.addFault({ ...fault, times: 100 })
    expect(await readFailure()).toMatch(sentence)
  })

  test('a wrong token', async () => {
    const message = await readFailure(connect({ token: 'wrong-token' }))
    expect(message).toMatch(/it answered 401.*Check the key/)
    expect(message).not.toContain('wrong-token')
  })

  test('what it says of a token is not told with it', async () => {
    using server = await serve((request, response) =>
      response.writeHead(401).end(`no such key: ${request.headers.authorization}`),
    )
    const echoing = () => connect({ url: server.url, token: 'canary-token' })
    expect(await readFailure(echoing())).toMatch(/it answered 401 \(no such key: Bearer \[secret\]\)/)
    using soft = await serve((request, response) =>
      response.end(JSON.stringify({ error: `no such key: ${request.headers.authorization}` })),
    )
    expect(await readFailure(connect({ url: soft.url, token: 'canary-token' }))).toBe(
      'The lead API reported an error: no such key: Bearer [secret]',
    )
  })

  test('nobody listens', async () => {
    const { url } = api
    await api.close()
    expect(await readFailure(connect({ url }))).toMatch(/cannot be reached: .*ECONNREFUSED/)
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000])
    api = await startLeadApi({ token: 'secret', source, now: clock.now })
  })

  test('plain http to another machine', async () => {
    expect(await readFailure(connect({ url: 'http://leads.example' }))).toMatch(/must begin with https/)
  })

  test.each([
    ['[]', /no list named data/],
    ['{"data": {}}', /no list named data/],
    ['{"data": [], "nextCursor": 5}', /nextCursor is not a text/],
    ['{"data": [], "error": "quota"}', /reported an error: quota/],
    ['{"status": false, "data": []}', /reported an error/],
    ['{"data": [{}], "nextCursor": "x"}', /same page comes again and again/],
  ])('%s', async (body, sentence) => {
    using server = await serve((_request, response) => response.end(body))
    expect(await readFailure(connect({ url: server.url }))).toMatch(sentence)
  })
})

test.each(['"error": 0', '"error": "0"', '"errors": {}', '"errors": [], "error": false', '"message": "OK"'])(
  'an answer that says with %s that there is no error is none',
  async (said) => {
    using server = await serve((_request, response) => response.end(`{"data": [], ${said}}`))
    expect((await readAll(connect({ url: server.url }))).map((result) => result.kind)).toEqual(['page'])
  },
)

test('a circle of several pages is noticed', async () => {
  let asked = 0
  using server = await serve((_request, response) => {
    asked += 1
    response.end(JSON.stringify({ data: [{}], nextCursor: ['a', 'b', 'c'][asked % 3] }))
  })
  expect(await readFailure(connect({ url: server.url }))).toMatch(/same page comes again and again/)
  expect(asked).toBeLessThan(10)
})

test('an empty page ends the feed, whatever its cursor', async () => {
  using server = await serve((_request, response) => response.end('{"data": [], "nextCursor": "more"}'))
  expect((await readAll(connect({ url: server.url }))).map((result) => result.kind)).toEqual(['page'])
})

test('a redirect within the host is followed, with the token', async () => {
  using server = await serve((request, response) => {
    if (request.url?.startsWith('/v2/')) response.end(JSON.stringify({ data: [], said: request.headers.authorization }))
    else response.writeHead(302, { location: `/v2${request.url}` }).end()
  })
  expect((await readAll(connect({ url: server.url }))).map((result) => result.kind)).toEqual(['page'])
})

test('a stopped reading ends at once', async () => {
  api.control.addFault({ kind: 'delay', milliseconds: 10_000 })
  const stop = new AbortController()
  const reading = readFailure(connect(), stop.signal)
  setTimeout(() => stop.abort(), 50)
  expect(await reading).toMatch(/stopped half-way/)
})
