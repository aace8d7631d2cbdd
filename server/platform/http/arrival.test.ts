import { request } from 'node:http'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'
import { createServer, type ServerOptions } from './server.ts'

const log = createLog('silent', { pretty: false })

function startServer(options: Partial<ServerOptions>): Promise<FastifyInstance> {
  const defaults = {
    trustProxy: null,
    publicUrl: null,
    callsPerMinute: 100,
    keyCallsPerMinute: 100,
    openCallsPerMinute: 100,
  }
  return createServer({ ...defaults, log, requestLog: log, ...options })
}

type Headers = Record<string, string | number>

/** What is answered to a head that names a body, of which not one byte follows. */
async function announce(method: string, address: string, path: string, headers: Headers): Promise<number> {
  const sent = { 'content-type': 'application/json', ...headers }
  const asked = request(`${address}${path}`, { method, headers: sent })
  asked.on('error', () => undefined)
  asked.flushHeaders()
  const answer = await new Promise<number>((resolve) => asked.once('response', (it) => resolve(it.statusCode ?? 0)))
  asked.destroy()
  return answer
}

const LARGE = { 'content-length': 1_000_000 }

describe('of a request that is refused', () => {
  let capline: TestCapline
  let viewer: SignedIn

  beforeAll(async () => {
    capline = await startTestCapline({ environment: { PUBLIC_URL: 'https://capline.example' } })
    viewer = await capline.signIn('viewer')
  })
  afterAll(() => capline.close())

  test.each([
    ['nobody', 'POST', '/api/caps', 401],
    ['a guess at the webhook', 'POST', '/telegram/webhook', 401],
    ['more than a handle and a code', 'POST', '/api/auth/request', 413],
    ['more than a handle and a code', 'POST', '/api/auth/verify', 413],
    ['an address that there is not', 'POST', '/api/nothing', 413],
  ])('no body is read: %s', async (_name, method, path, status) => {
    expect(await announce(method, capline.address, path, LARGE)).toBe(status)
  })

  test('no body is read: a member who may not', async () => {
    const authorization = `Bearer ${viewer.token}`
    expect(await announce('PUT', capline.address, '/api/settings/timezone', { ...LARGE, authorization })).toBe(403)
  })

  test('no body is read: one over the limit of calls', async () => {
    const app = await startServer({ openCallsPerMinute: 1 })
    app.post('/api/open', { config: { access: 'anyone' } }, () => 'read')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    await fetch(`${address}/api/open`, { method: 'POST' })
    expect(await announce('POST', address, '/api/open', { 'content-length': 100 })).toBe(429)
    await app.close()
  })

  test('4 kB without a length are too many for who has not signed in, whatever comes after', async () => {
    const asked = request(`${capline.address}/api/auth/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    asked.on('error', () => undefined)
    asked.write(`{"identifier":"${'x'.repeat(5_000)}`)
    const status = await new Promise((resolve) => asked.once('response', (answer) => resolve(answer.statusCode)))
    expect(status).toBe(413)
    asked.destroy()
  })
})

describe('what does not arrive', () => {
  test('a file has more time than all else', async () => {
    const app = await startServer({ arrivalMilliseconds: 100 })
    app.post('/file', { config: { takesFile: true } }, () => 'read')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'content-type': 'application/json', 'content-length': 4 }
    const asked = request(`${address}/file`, { method: 'POST', headers })
    asked.write('nu')
    const status = new Promise((resolve) => asked.once('response', (answer) => resolve(answer.statusCode)))
    setTimeout(() => asked.end('ll'), 400)
    expect(await status).toBe(200)
    await app.close()
  })

  test.each([
    ['a head', 'POST /slow HTTP/1.1\r\nhost: x\r\n'],
    ['a body', 'POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'],
  ])('ends in time, however slowly it comes: %s', async (_name, beginning) => {
    const app = await startServer({ arrivalMilliseconds: 150 })
    app.post('/slow', () => 'read')
    const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.write(beginning)
    const drip = setInterval(() => socket.write('x'), 20)
    // A reset is an end too: the server is gone while this one still sends.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    await app.close()
  })
})
