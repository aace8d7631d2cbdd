import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { serve } from '#testing/serve.ts'
import { UNTRUSTED } from '#testing/untrusted-certificate.ts'
import { createConnector } from './client.ts'
import { patientTransport } from './configured.ts'
import { readConnector, type ConnectorEntry } from './connector-file.ts'

// Whatever a source may send that nobody can use: each has its sentence, and nothing is taken for "no rows".

const clock = { now: () => instantFromMilliseconds(Date.UTC(2026, 10, 21, 12)) }

/** What the first page of a source comes to, in words. */
async function readWords(url: string, entry: Partial<ConnectorEntry> = {}): Promise<string[]> {
  const read = readConnector({ name: 'main', preset: 'generic', url, token: 'secret', ...entry })
  if (!read.ok) return [read.message]
  const transport = { ...patientTransport, clock, patience: 2_000, largestBody: 10_000, sleep: async () => undefined }
  const connector = createConnector(read.value, { allowHttp: false, transport })
  const words: string[] = []
  const from = { updatedSince: null, cursor: null, knownEtag: null }
  for await (const result of connector.readPages('leads', from, new AbortController().signal)) {
    if (result.kind === 'failed') return [result.failure.message]
    if (result.kind !== 'page') return [result.kind]
    for (const reading of [...result.page.leads, ...result.page.deposits]) {
      words.push(reading.ok ? `took ${reading.row.id}` : reading.reason)
    }
  }
  return words
}

const LEAD = { id: 'a', createdAt: '2026-11-20T09:00:00Z', geo: 'DE', sourceNumber: '44', advertiserId: 'x' }
const page = (rows: unknown[]) => JSON.stringify({ data: rows, nextCursor: null })

test.each<[what: string, answer: RequestListener, words: RegExp]>([
  ['a number', (_q, r) => r.end('7'), /has no list named data/],
  ['null', (_q, r) => r.end('null'), /has no list named data/],
  ['nothing', (_q, r) => r.end(''), /not valid JSON/],
  ['half of it', (_q, r) => r.end('{"data": [{"id'), /not valid JSON/],
  ['a web page', (_q, r) => r.end('<html>'), /a web page came where JSON was expected\.$/],
  ['a sentence', (_q, r) => r.end('Down for repairs'), /it is not JSON: “Down for repairs”\.$/],
  [
    'a page of scripts',
    (_q, r) => r.end('<html><script>let a</script><h1>Sign in, jo@example.org'),
    /expected: “Sign in, (?!jo@)[^ ]+”\.$/,
  ],
  ['an object for a list', (_q, r) => r.end('{"data": {"a": 1}}'), /has no list named data/],
  ['a cursor that is a list', (_q, r) => r.end('{"data": [1], "nextCursor": [1]}'), /nextCursor is not a text/],
  ['an error as 200', (_q, r) => r.end('{"data": [], "errors": ["quota"]}'), /reported an error: \["quota"\]/],
  ['too much', (_q, r) => r.end(' '.repeat(20_000)), /more than .* MB, which is refused/],
  [
    'too much, packed',
    (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(50_000))),
    /MB, which is refused/,
  ],
  [
    'an encoding that it has not',
    (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
    /cannot be reached/,
  ],
  [
    'a length that it does not keep',
    (_q, r) => void (r.writeHead(200, { 'content-length': '900' }).write('{'), r.destroy()),
    /cannot be reached/,
  ],
  [
    'another host',
    (_q, r) => r.writeHead(302, { location: 'https://other.example/' }).end(),
    /redirects to another host/,
  ],
  ['no address', (_q, r) => r.writeHead(302, { location: 'http://[' }).end(), /redirects to another host/],
  ['itself', (q, r) => r.writeHead(302, { location: q.url ?? '/' }).end(), /redirects again and again/],
  ['a redirect without an address', (_q, r) => r.writeHead(302).end(), /it answered 302/],
  ['teapots', (_q, r) => r.writeHead(418).end('short and stout'), /it answered 418 \(short and stout\)/],
  ['a wait that is no wait', (_q, r) => r.writeHead(429, { 'retry-after': 'soon' }).end(), /is busy: it answered 429/],
])('a source that answers with %s', async (_what, answer, words) => {
  using server = await serve(answer)
  expect((await readWords(server.url)).join(' ')).toMatch(words)
})

test.each<[row: unknown, reason: string]>([
  [null, 'the row is not an object'],
  ['text', 'the row is not an object'],
  [[LEAD], 'the row is not an object'],
  [{}, 'id is missing'],
  [{ ...LEAD, id: { a: 1 } }, 'id is not a text: {"a":1}'],
  [{ ...LEAD, id: 1e300 }, 'id is not a text: 1e+300'],
  [{ ...LEAD, id: 'a'.repeat(201) }, 'id is longer than 200 characters'],
  [{ ...LEAD, id: 'a\0b' }, 'id has characters that cannot be stored'],
  [{ ...LEAD, id: '\ud800' }, 'id has characters that cannot be stored'],
  [{ ...LEAD, createdAt: undefined }, 'createdAt is missing'],
  [{ ...LEAD, createdAt: 'yesterday' }, 'createdAt is not an instant with an offset: "yesterday"'],
  [
    { ...LEAD, createdAt: '2026-02-30T10:00:00Z' },
    'createdAt is not an instant with an offset: "2026-02-30T10:00:00Z"',
  ],
  [
    { ...LEAD, createdAt: '0202-11-21T10:00:00Z' },
    'createdAt is not an instant with an offset: "0202-11-21T10:00:00Z"',
  ],
  [{ ...LEAD, createdAt: '2026-11-20T09:00:00' }, 'createdAt is not an instant with an offset: "2026-11-20T09:00:00"'],
  [{ ...LEAD, geo: ' ' }, 'geo is missing'],
  [{ ...LEAD, sourceNumber: '#' }, 'sourceNumber is missing'],
  [{ ...LEAD, advertiserId: false }, 'advertiserId is not a text: false'],
  [{ ...LEAD, isTest: 'maybe' }, 'isTest is neither true nor false: "maybe"'],
])('the row %o is refused, the row beside it is taken', async (row, reason) => {
  using server = await serve((_request, response) => response.end(page([row, { ...LEAD, id: 'good' }])))
  expect(await readWords(server.url)).toEqual([reason, 'took good'])
})

const CUSTOMER = { id: 'a', created: '2026-11-20 09:00:00', country: 'DE', depositor: 0 }
const TRACKBOX = {
  preset: 'trackbox',
  username: 'u',
  password: 'p',
  mapping: { constants: { advertiserId: 'x' }, windows: { historyDays: 7 } },
} as const

test.each<[customer: object, words: string[]]>([
  [{ depositor: 1, first_depositDate: '2026-11-20 10:00:00' }, ['took a', 'took a']],
  [{ depositor: 1, first_depositDate: '0000-00-00 00:00:00' }, ['took a', 'took a']],
  [{ depositor: 1, first_depositDate: 'soon' }, ['took a', 'createdAt is not an instant with an offset: "soon"']],
  [{ created: '2026-11-31 09:00:00' }, ['createdAt is not an instant with an offset: "2026-11-31 09:00:00"']],
  [{ created: '2026-11-20 25:00:00' }, ['createdAt is not an instant with an offset: "2026-11-20 25:00:00"']],
  [{ country: null }, ['geo is missing']],
])('trackbox: %o', async (customer, words) => {
  const row = { customerData: { ...CUSTOMER, ...customer }, tracking: { MPC_1: '44' } }
  using server = await serve((_request, response) =>
    response.end(JSON.stringify({ status: true, data: [row], meta: { lastPage: 1 } })),
  )
  expect(await readWords(server.url, TRACKBOX)).toEqual(words)
})

test('a last page that is no number, and a POST that is sent elsewhere', async () => {
  using odd = await serve((_request, response) => response.end('{"status":true,"data":[],"meta":{"lastPage":"many"}}'))
  expect(await readWords(odd.url, TRACKBOX)).toEqual([
    "The lead API's answer cannot be used: its last page is not a number.",
  ])
  using moved = await serve((_request, response) => response.writeHead(301, { location: '/new' }).end())
  expect(await readWords(moved.url, TRACKBOX)).toEqual([
    'The lead API redirects a POST request in a way that would lose its body.',
  ])
})

test('a certificate that nobody vouches for is told at once, and nothing was asked', async () => {
  let asked = 0
  const server = createTlsServer(UNTRUSTED, (_request, response) => {
    asked += 1
    response.end(page([LEAD]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let handshakes = 0
  server.on('connection', () => (handshakes += 1))
  expect(await readWords(`https://127.0.0.1:${port}`)).toEqual([
    'The certificate of the lead API is not trusted: self-signed certificate.',
  ])
  expect({ asked, handshakes }).toEqual({ asked: 0, handshakes: 1 })
  server.close()
})

test('a server that cannot speak TLS', async () => {
  using server = await serve((_request, response) => response.end(page([LEAD])))
  expect((await readWords(server.url.replace('http:', 'https:'))).join(' ')).toMatch(/cannot be reached: .+/)
})
