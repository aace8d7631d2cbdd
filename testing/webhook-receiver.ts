import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** What a receiver got, as it came. */
export interface Received {
  path: string
  id: string
  headers: Record<string, string>
  body: string
}

/** Another system that is told of events, on loopback. */
export interface WebhookReceiver {
  /** Of a path. */
  url(path?: string): string
  received: Received[]
  /** How it answers from now on; 204 to everything where it is null. */
  answer: ((response: ServerResponse, received: Received) => void) | null
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    received: [],
    answer: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const id = headers['webhook-id'] ?? ''
      const got = { path: request.url ?? '', id, headers, body: Buffer.concat(chunks).toString('utf8') }
      receiver.received.push(got)
      if (receiver.answer) receiver.answer(response, got)
      else response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return receiver
}
