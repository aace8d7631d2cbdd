import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** In characters. A shorter text fits into one packet anyway. */
const WORTH_COMPRESSING = 1_024
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i

const zip = promisify(gzip)
const unzip = promisify(gunzip)
/** It takes a third of the time of the usual level 6, and makes the result a third larger. */
const LEVEL = 3

/** Texts being compressed: a text that goes to many at once is compressed once. */
const compressing = new Map<string, Promise<Buffer>>()

/**
 * Compresses answered texts off the main thread, each in one piece. `@fastify/compress` makes streams of long texts;
 * they live so long that collecting them delays other answers (docs/benchmarks.md, board). Streams pass unchanged: the
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

/** A text that is kept and sent again; compressed if that pays. */
export type PackedText = { readonly text: string } | { readonly zipped: Buffer }

export async function packText(text: string): Promise<PackedText> {
  return text.length < WORTH_COMPRESSING ? { text } : { zipped: await compressOnce(text) }
}

/** Sends it like a newly written answer. */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: PackedText): Promise<void> {
  if ('text' in packed) return void reply.send(packed.text)
  reply.header('vary', 'accept-encoding')
  if (acceptsGzip(request)) reply.header('content-encoding', 'gzip').send(packed.zipped)
  else reply.send(await unzip(packed.zipped))
}
