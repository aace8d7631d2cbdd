import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { lookup } from 'node:dns'
import { expect, onTestFinished, test } from 'vitest'
import { createOutward } from './outward.ts'

async function listen(handle: RequestListener): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, heard }
}

const hosts = (...names: string[]) => ({ privateHosts: new Set(names) })
const posted = (url: string) => ({ url, headers: {}, body: '{}', signal: new AbortController().signal })

/** A resolver that answers with the next of these each time. */
function resolveTo(...answers: string[][]): { resolve: typeof lookup; asked: string[] } {
  const asked: string[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of its forms the product uses this one
  const resolve = ((name: string, _options: object, callback: (error: null, all: object[]) => void) => {
    asked.push(name)
    callback(
      null,
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as typeof lookup
  return { resolve, asked }
}

test.each([
  ['https://example.org/hooks', null],
  ['https://8.8.8.8/', null],
  ['example.org', 'address.malformed'],
  ['ftp://example.org/', 'address.malformed'],
  ['http://example.org/', 'address.open'],
  ['https://anna:pass@example.org/', 'address.user'],
  ['https://127.0.0.1/', 'address.private'],
  ['https://2130706433/', 'address.private'],
  ['https://0x7f.1/', 'address.private'],
  ['https://localhost/', 'address.private'],
  ['https://[::1]/', 'address.private'],
  ['https://[::ffff:10.0.0.1]/', 'address.private'],
  ['https://169.254.169.254/latest/meta-data', 'address.private'],
  ['http://n8n:5678/hook', null],
])('%s is refused with %s', (url, reason) => {
  expect(createOutward(hosts('n8n')).check(url)?.reason ?? null).toBe(reason)
})

test('a name that leads to the public network first and to this machine then is never connected to', async () => {
  const { port, heard } = await listen((_request, response) => response.end('reached'))
  const { resolve, asked } = resolveTo(['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], [])
  const outward = createOutward({ ...hosts(), resolve })
  const url = `https://rebinding.example:${port}/`
  expect(outward.check(url)).toBeNull()
  for (const leads of ['127.0.0.1', '127.0.0.1', '::ffff:127.0.0.1', 'nowhere']) {
    expect(await outward.post(posted(url))).toEqual({
      status: null,
      text: `rebinding.example leads to ${leads}, which is not on the public network.`,
      retryAfter: null,
    })
  }
  expect(heard).toEqual([])
  // Once for each connection: what was checked is what would have been connected to.
  expect(asked).toHaveLength(4)
})

test('a redirect is an answer, and is not followed', async () => {
  const { port, heard } = await listen((_request, response) => {
    response.writeHead(307, { location: '/other' }).end()
  })
  const outcome = await createOutward(hosts('127.0.0.1')).post(posted(`http://127.0.0.1:${port}/hook`))
  expect(outcome.status).toBe(307)
  expect(heard).toEqual(['POST /hook'])
})

test('of a long answer the beginning is read, and one that never ends is given up', async () => {
  const { port } = await listen((request, response) => {
    if (request.url === '/long') response.end(`\u0000${'x'.repeat(1_000_000)}`)
    else if (request.url === '/drip') response.writeHead(200).write('so far')
  })
  const outward = createOutward({ ...hosts('127.0.0.1'), patience: 300 })
  const post = (path: string) => outward.post(posted(`http://127.0.0.1:${port}${path}`))
  expect(await post('/long')).toMatchObject({ status: 200, text: 'x'.repeat(499) })
  expect(await post('/drip')).toMatchObject({ status: 200, text: 'so far' })
  expect(await post('/silent')).toMatchObject({ status: null, text: 'No answer within 0.3 seconds.' })
})
