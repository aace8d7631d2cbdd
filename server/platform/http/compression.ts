import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Characters; what is shorter fits into one packet anyway. */
const WORTH_COMPRESSING = 1_024
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i

const zip = promisify(gzip)
const unzip = promisify(gunzip)
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
    if (!acceptsGzip(request)) return payload
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

function acceptsGzip(request: FastifyRequest): boolean {
  return ACCEPTS_GZIP.test(request.headers['accept-encoding'] ?? '')
}

/** A text as it is kept and sent again: compressed, where that is worth it. */
export type PackedText = { readonly text: string } | { readonly zipped: Buffer }

export async function packText(text: string): Promise<PackedText> {
  return text.length < WORTH_COMPRESSING ? { text } : { zipped: await compressOnce(text) }
}

/** Sends it as it would be sent had it just been written. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: PackedText): Promise<void> {
  if ('text' in packed) return void reply.send(packed.text)
  reply.header('vary', 'accept-encoding')
  if (acceptsGzip(request)) reply.header('content-encoding', 'gzip').send(packed.zipped)
  else reply.send(await unzip(packed.zipped))
}
