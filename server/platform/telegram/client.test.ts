import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { createTelegramClient } from './client.ts'

const TOKEN = '100000:canary-token'

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const http = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createHttpServer(listener))}`
const tcp = (onConnection: (socket: Socket) => void) =>
  listen(createTcpServer((socket) => onConnection(socket.on('error', () => undefined))))

async function freePort(): Promise<number> {
  const server = createTcpServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

const answering = (status: number, body: string) =>
  http((_request, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end(body))

const refusing = (status: number, description: string, parameters = {}) =>
  answering(status, JSON.stringify({ ok: false, error_code: status, description, parameters }))

function send(apiRoot: string, options: { patienceMs?: number; signal?: AbortSignal } = {}) {
  const client = createTelegramClient({ token: TOKEN, apiRoot, ...options })
  const message = { chatId: '7', text: 'hello', parseMode: null, replyMarkup: null }
  return client.sendMessage(message, options.signal ?? new AbortController().signal)
}

describe('answers', () => {
  test('a result', async () => {
    const asked: string[] = []
    const root = await http((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.end(JSON.stringify({ ok: true, result: { message_id: 12 } }))
    })
    expect(await send(`${root}/`)).toEqual({ ok: true, result: { messageId: 12, fileId: null } })
    expect(asked).toEqual([`POST /bot${TOKEN}/sendMessage`])
  })

  test.each([
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [401, 'unauthorized'],
    [404, 'unauthorized'],
    [409, 'conflict'],
    [500, 'broken'],
    [502, 'broken'],
  ])("Telegram's %s is %s, with its own text", async (status, kind) => {
    expect(await send(await refusing(status, 'Its own text'))).toEqual({ ok: false, kind, description: 'Its own text' })
  })

  test('429 with its pause', async () => {
    const outcome = await send(await refusing(429, 'Too Many Requests: retry after 7', { retry_after: 7 }))
    expect(outcome).toMatchObject({ kind: 'limited', retryAfterSeconds: 7 })
  })

  test('a group that has another id now', async () => {
    const outcome = await send(await refusing(400, 'Bad Request: migrated', { migrate_to_chat_id: -1009 }))
    expect(outcome).toMatchObject({ kind: 'refused', migrateTo: '-1009' })
  })

  test.each([
    [200, 'lost'],
    [302, 'unauthorized'],
    [400, 'unreachable'],
    [403, 'unreachable'],
    [404, 'unauthorized'],
    [409, 'unreachable'],
    [413, 'refused'],
    [429, 'limited'],
    [502, 'lost'],
    [504, 'lost'],
  ])('%s of something that is not Telegram is %s', async (status, kind) => {
    expect(await send(await answering(status, '<html>not Telegram</html>'))).toMatchObject({ ok: false, kind })
    expect(await send(await answering(status, '{"message":"not Telegram"}'))).toMatchObject({ ok: false, kind })
  })
})

describe('whether a request can have arrived', () => {
  test('a refused connection: it did not', async () => {
    const outcome = await send(`http://127.0.0.1:${await freePort()}`)
    expect(outcome).toMatchObject({ kind: 'unreachable', description: 'ECONNREFUSED' })
  })

  test('a name that nobody has: it did not', async () => {
    expect(await send('http://telegram.invalid')).toMatchObject({ kind: 'unreachable' })
  })

  test('a connection that ends before it is secured: it did not', async () => {
    const port = await tcp((socket) => socket.once('data', () => socket.destroy()))
    expect(await send(`https://127.0.0.1:${port}`)).toMatchObject({ kind: 'unreachable' })
  })

  test('a connection that is never secured: it did not', async () => {
    const port = await tcp(() => undefined)
    expect(await send(`https://127.0.0.1:${port}`, { patienceMs: 100 })).toMatchObject({ kind: 'unreachable' })
  })

  test('a connection that ends before the answer: it may have', async () => {
    const port = await tcp((socket) => socket.once('data', () => socket.destroy()))
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'lost' })
  })

  test('a connection that ends within the answer: it may have', async () => {
    const port = await tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"ok"')),
    )
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'lost' })
  })

  test('no answer in time: it may have', async () => {
    const root = await http(() => undefined)
    expect(await send(root, { patienceMs: 100 })).toMatchObject({ kind: 'lost', description: 'no answer in time' })
  })

  test('stopped before it began: it did not', async () => {
    const root = await answering(200, '{}')
    expect(await send(root, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'unreachable' })
  })

  test('a kept connection that the other side closes under a request: it may have', async () => {
    let requests = 0
    const root = await http((request, response) => {
      requests += 1
      if (requests === 2) request.socket.destroy()
      else response.end('{"ok":true,"result":{"message_id":1}}')
    })
    const client = createTelegramClient({ token: TOKEN, apiRoot: root })
    const { signal } = new AbortController()
    const message = { chatId: '7', text: 'hello', parseMode: null, replyMarkup: null }
    expect(await client.sendMessage(message, signal)).toMatchObject({ ok: true })
    expect(await client.sendMessage(message, signal)).toMatchObject({ kind: 'lost' })
    expect(await client.sendMessage(message, signal)).toMatchObject({ ok: true })
  })
})

describe('the token', () => {
  test.each<[string, () => Promise<string>]>([
    ['a refused connection', async () => `http://127.0.0.1:${await freePort()}`],
    ['an unknown name', async () => 'http://telegram.invalid'],
    ['an address that is none', async () => 'http://'],
    ['a broken TLS connection', async () => `https://127.0.0.1:${await tcp((socket) => socket.end('no TLS'))}`],
    [
      'a broken connection',
      async () => `http://127.0.0.1:${await tcp((socket) => socket.once('data', () => socket.destroy()))}`,
    ],
    ['garbage instead of HTTP', async () => `http://127.0.0.1:${await tcp((socket) => socket.end('garbage'))}`],
    ['no answer', async () => http(() => undefined)],
    [
      'a page that echoes the address',
      async () => http((request, response) => response.writeHead(404).end(request.url)),
    ],
    [
      'an answer that echoes the address',
      async () =>
        http((request, response) =>
          response.end(JSON.stringify({ ok: false, error_code: 400, description: `no ${request.url}` })),
        ),
    ],
  ])('is in nothing that %s leaves behind', async (_case, open) => {
    const outcome = await send(await open(), { patienceMs: 200 })
    expect(outcome.ok).toBe(false)
    expect(inspect(outcome, { depth: null, showHidden: true })).not.toContain('canary')
    expect(JSON.stringify(outcome)).not.toContain('canary')
  })

  test('is not to be read off the client', () => {
    const client = createTelegramClient({ token: TOKEN, apiRoot: 'http://127.0.0.1' })
    expect(client.botId).toBe('100000')
    expect(inspect(client, { depth: null, showHidden: true })).not.toContain('canary')
  })
})
