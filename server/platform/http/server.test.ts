import { request, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from '#contract/openapi.ts'
import { apiKeyTexts } from '#contract/texts/api-keys.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { httpTexts } from '#contract/texts/http.ts'
import { startTestCapline, type SignedIn, type TestCapline } from '#testing/capline.ts'

let capline: TestCapline
let editor: SignedIn

beforeAll(async () => {
  capline = await startTestCapline()
  editor = await capline.signIn('editor')
})
afterAll(() => capline.close())

const Message = z.object({ message: z.string() })

async function ask(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; message: string; response: Response }> {
  const headers = new Headers({ authorization: `Bearer ${editor.token}` })
  new Headers(init.headers).forEach((value, name) => headers.set(name, value))
  const response = await fetch(`${capline.address}${path}`, { ...init, headers })
  const parsed = Message.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  )
  return { status: response.status, message: parsed.data?.message ?? '', response }
}

const post = (body: string, type = 'application/json') =>
  ask('/api/caps', { method: 'POST', body, headers: { 'content-type': type } })

describe('what cannot be read', () => {
  test.each([
    ['broken JSON', '{"geo":'],
    ['a prototype key', '{"__proto__":{"admin":true},"geo":"DE"}'],
    ['a constructor key', '{"constructor":{"prototype":{"admin":true}}}'],
  ])('%s is a 400 with a sentence', async (_name, body) => {
    expect(await post(body)).toMatchObject({ status: 400, message: httpTexts.notJson })
  })

  test.each(['null', '[]', '"text"', '42', '{}', ''])('the body %j is a 400', async (body) => {
    expect((await post(body)).status).toBe(400)
  })

  test('a body that is not JSON is refused', async () => {
    expect((await post('geo=DE', 'application/x-www-form-urlencoded')).status).toBe(400)
  })

  test('a body over 1 MB is a 413', async () => {
    const body = JSON.stringify({ geo: 'D'.repeat(1024 * 1024) })
    expect(await post(body)).toMatchObject({ status: 413, message: httpTexts.tooLarge })
  })

  test('an unknown address is a 404 with a sentence', async () => {
    expect(await ask('/api/nothing')).toMatchObject({ status: 404, message: httpTexts.notFound })
  })

  test('no answer speaks the language of a library', async () => {
    for (const body of ['[]', '{"action":"x"}', '{"cap":"20"}', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`]) {
      for (const path of ['/api/caps', '/api/caps/batches']) {
        const headers = { 'content-type': 'application/json', 'idempotency-key': `${path} ${body.length}` }
        const { response, status } = await ask(path, { method: 'POST', body, headers })
        expect(status).toBe(400)
        expect(await response.text()).not.toMatch(/Invalid (input|option)|FST_ERR/)
      }
    }
    expect(await (await ask('/api/caps/%E0%A4%A')).response.text()).not.toContain('FST_ERR')
  })

  test('HEAD of the stream of events ends', async () => {
    expect((await ask('/api/events', { method: 'HEAD' })).status).toBe(404)
  })

  test('TRACE gives nothing back', async () => {
    const { hostname, port } = new URL(capline.address)
    const asked = request({ hostname, port, method: 'TRACE', path: '/api/auth/me', headers: { 'x-own': 'mine' } }).end()
    const answer = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve))
    expect(answer.statusCode).toBe(404)
    expect(await readText(answer)).toBe(JSON.stringify({ message: httpTexts.notFound }))
  })

  test.each(['/api/caps/day/%E0%A4%A', '/api/caps/%00', `/api/caps/${'x'.repeat(3000)}`])(
    'the address %s is answered below 500',
    async (path) => {
      expect((await ask(path, { method: 'PUT', body: '{}' })).status).toBeLessThan(500)
    },
  )
})

describe('who calls', () => {
  test.each([
    [undefined, callTexts.signInFirst],
    ['Bearer', callTexts.signInFirst],
    ['Bearer short', apiKeyTexts.mistyped],
    ['Basic abc', callTexts.signInFirst],
    [`Bearer ${'x'.repeat(43)}`, callTexts.signInFirst],
  ])('the authorization %j is a 401', async (authorization, message) => {
    const headers = authorization === undefined ? undefined : { authorization }
    const response = await fetch(`${capline.address}/api/auth/me`, headers && { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message })
  })

  test('an address written in another way has the same limits and headers', async () => {
    const { response } = await ask('/%61pi/auth/me')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-ratelimit-limit')).toBe(
      (await ask('/api/auth/me')).response.headers.get('x-ratelimit-limit'),
    )
  })

  test('made-up tokens share the limit of their address', async () => {
    const left = async () => {
      const token = Buffer.from(Math.random().toString()).toString('base64url').padEnd(43, 'x')
      const response = await fetch(`${capline.address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
      return Number(response.headers.get('x-ratelimit-remaining'))
    }
    const before = await left()
    expect(await left()).toBe(before - 1)
  })

  test('sign-in has a limit of its own for an address', async () => {
    const verify = () =>
      ask('/api/auth/verify', {
        method: 'POST',
        body: '{"identifier":"a","code":"b"}',
        headers: { 'content-type': 'application/json' },
      })
    const limit = Number((await verify()).response.headers.get('x-ratelimit-limit'))
    expect(limit).toBeLessThanOrEqual(600)
    const answers: number[] = []
    for (let round = 0; round < limit / 50; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, verify))).map(({ status }) => status))
    }
    expect(answers).toContain(429)
    expect((await ask('/api/auth/me')).status).toBe(200)
  })

  test('a member may make 1,000 calls within a minute', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/auth/me')))
      expect(answers.every((answer) => answer.status === 200)).toBe(true)
    }
  })
})

describe('what every answer carries', () => {
  test('a request id, no caching, and the headers that browsers heed', async () => {
    const { response } = await ask('/api/auth/me')
    const header = (name: string) => response.headers.get(name)
    expect(header('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(header('cache-control')).toBe('no-store')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toContain("script-src 'self';")
    expect(header('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('compression where it is worth it', async () => {
    const { response } = await ask('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
  })
})

describe('what the server says of itself', () => {
  test('it lives, is ready, and has figures', async () => {
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(200)
    const metrics = await (await fetch(`${capline.address}/metrics`)).text()
    expect(metrics).toContain('capline_request_seconds_bucket')
  })

  test('its description is that of the contract', async () => {
    const { response } = await ask('/api/openapi.json')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(describeApi())))
  })
})
