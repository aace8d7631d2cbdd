import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { UNTRUSTED } from '#testing/untrusted-certificate.ts'
import { systemClock } from '#platform/clock.ts'
import { askOnce, type Question } from './request.ts'
import { createSend, sendOutward } from './send-outward.ts'

const stops: (() => unknown)[] = []
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

async function serve(answer: RequestListener, secure = false): Promise<URL> {
  const server = secure ? createTlsServer(UNTRUSTED, answer) : createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return new URL(`${secure ? 'https' : 'http'}://127.0.0.1:${address.port}/leads`)
}

const transport = { clock: systemClock, patience: 5_000, largestBody: 1_000, send: createSend() }
const ask = (url: URL, part: Partial<Question> = {}, by = transport) =>
  askOnce(by, { method: 'GET', url, headers: { 'x-api-key': 'k' }, body: null, ...part }, new AbortController().signal)

test('what is asked arrives, and what is answered is read', async () => {
  const url = await serve((request, response) => {
    const sent: string[] = []
    request.on('data', (chunk) => sent.push(String(chunk)))
    request.on('end', () => {
      const { 'x-api-key': key, 'accept-encoding': encoding } = request.headers
      response.setHeader('etag', '"1"').end(JSON.stringify([request.method, key, encoding, sent.join('')]))
    })
  })
  const sent = await ask(url, { method: 'POST', body: '{"page":1}' })
  expect(sent).toEqual({ kind: 'answer', etag: '"1"', body: ['POST', 'k', 'identity', '{"page":1}'] })
})

test('an answer without a body, one that says wait, one that is too long, and none at all', async () => {
  const statuses = [304, 429, 200]
  const url = await serve((_request, response) => {
    response
      .writeHead(statuses.shift() ?? 500, { 'retry-after': '7' })
      .end(statuses.length === 0 ? 'x'.repeat(5_000) : '')
  })
  expect(await ask(url)).toEqual({ kind: 'unchanged' })
  expect(await ask(url)).toMatchObject({ kind: 'again', waitMilliseconds: 7_000 })
  expect(await ask(url)).toMatchObject({ kind: 'failed', failure: { reason: 'lead_api.too_large' } })
  await Promise.all(stops.splice(0).map((stop) => stop()))
  expect(await ask(url)).toMatchObject({ kind: 'again', failure: { reason: 'lead_api.unreachable' } })
})

test('a certificate that nobody trusts ends it at once', async () => {
  const url = await serve((_request, response) => response.end('[]'), true)
  expect(await ask(url)).toMatchObject({ kind: 'failed', failure: { reason: 'lead_api.insecure' } })
})

test('nothing is sent to what this machine alone reaches, by whatever name', async () => {
  let asked = 0
  const url = await serve((_request, response) => {
    asked += 1
    response.end('[]')
  })
  const outward = { ...transport, send: sendOutward }
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', 'sub.localhost']) {
    const address = new URL(url)
    address.host = `${host}:${url.port}`
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await ask(address, {}, outward)).toMatchObject({
      kind: 'again',
      failure: { reason: 'lead_api.unreachable' },
    })
  }
  expect(asked).toBe(0)
})
