import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Characters; what is shorter fits into one packet anyway. */
const WORTH_COMPRESSING = 1_024
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i

const zip = promisify(gzip)
/** A third of the time of the usual 6, and a third more bytes of what is a tenth anyway. */
const LEVEL = 3

/** What is compressed just now: a text that is sent to many at once is so once. */
const compressing = new Map<string, Promise<Buffer>>()

/**
 * Compresses the texts that are answered, off the main thread. Each in one go: `@fastify/compress` makes streams of long
 * ones, which live so long that collecting them holds up other answers (docs/benchmarks.md, board). Streams pass: the
 * web's files are compressed when they are built.
 */
export function compressTexts(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_COMPRESSING) return payload
    reply.header('vary', 'accept-encoding')
    if (!ACCEPTS_GZIP.test(request.headers['accept-encoding'] ?? '')) return payload
    reply.header('content-encoding', 'gzip')
    return compressOnce(payload)
  })
}

function compressOnce(text: string): Promise<Buffer> {
  const started = compressing.get(text)
  if (started) return started
  const compressed = zip(text, { level: LEVEL }).finally(() => compressing.delete(text))
  compressing.set(text, compressed)
  return compressed
}
