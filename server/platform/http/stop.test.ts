import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createServer } from './server.ts'

const log = createLog('silent', { pretty: false })

test('what is being sent at a stop, and would go on for ever, is cut off', async () => {
  const options = {
    trustProxy: null,
    publicUrl: null,
    callsPerMinute: 100,
    keyCallsPerMinute: 100,
    openCallsPerMinute: 100,
  }
  const app = await createServer({ ...options, log, requestLog: log })
  app.get('/endless', (_request, reply) => reply.type('application/octet-stream').send(Readable.from(endless())))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}/endless`)
  expect(response.status).toBe(200)
  await app.close()
  await expect(response.arrayBuffer()).rejects.toThrow('terminated')
})

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(1024)
}
