import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { compressTexts } from './compression.ts'

const LONG = 'ä quick brown fox '.repeat(200)

const app = fastify()
compressTexts(app)
app.get('/long', () => LONG)
app.get('/short', () => 'a quick brown fox')
app.get('/stream', (_request, reply) => reply.send(Readable.from([LONG])))

function ask(url: string, accepts?: string) {
  return app.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } })
}

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.8, *;q=0.1', 'br , gzip ; q=0.001'])(
  'a long text is compressed for who accepts %j',
  async (accepts) => {
    const { headers, rawPayload } = await ask('/long', accepts)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(gunzipSync(rawPayload).toString()).toBe(LONG)
  },
)

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000, br', 'x-gzip-like'])(
  'and sent as it is to who accepts %j; caches are told',
  async (accepts) => {
    const { headers, payload } = await ask('/long', accepts)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['vary']).toBe('accept-encoding')
    expect(payload).toBe(LONG)
  },
)

test('what is short, and what is a stream, is sent as it is', async () => {
  for (const url of ['/short', '/stream']) {
    expect((await ask(url, 'gzip')).headers['content-encoding']).toBeUndefined()
  }
})
