import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerResponse } from 'node:http'
import type { Payload } from './spoil.ts'

const BLANKS = Buffer.alloc(64 * 1024, ' ')

/** Writes an answer, or as much of it as its fault allows. */
export async function deliver(response: ServerResponse, payload: Payload): Promise<void> {
  if (payload.cut?.after === null) {
    response.destroy()
    return
  }
  if (payload.padding !== undefined) return deliverPadded(response, payload.body, payload.padding, payload)
  const body = Buffer.from(payload.body)
  const hasBody = payload.status !== 304
  response.writeHead(payload.status, hasBody ? { ...payload.headers, 'content-length': body.length } : payload.headers)
  if (!payload.cut) return void response.end(body)
  // The client gets this much before the connection goes: only then is it broken in the middle.
  await new Promise<void>((resolve) => response.write(body.subarray(0, payload.cut?.after ?? 0), () => resolve()))
  response.destroy()
}

/** Without a length in its head, so that the client notices only while it reads. */
async function deliverPadded(response: ServerResponse, body: string, padding: number, head: Payload): Promise<void> {
  response.writeHead(head.status, head.headers)
  function* chunks(): Generator<Buffer> {
    for (let left = padding; left > 0; left -= BLANKS.length) yield BLANKS.subarray(0, Math.min(left, BLANKS.length))
    yield Buffer.from(body)
  }
  // A client that hangs up is what this answer is for.
  await pipeline(Readable.from(chunks()), response).catch(() => undefined)
}
