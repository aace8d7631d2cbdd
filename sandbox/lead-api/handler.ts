import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '#domain/kernel/instant.ts'
import { answerControl, CONTROL_PREFIX, type Control } from './control.ts'
import { deliver } from './deliver.ts'
import type { Fault, Faults } from './faults.ts'
import { createMemory, type Memory } from './memory.ts'
import { answerJson, type Shape, type ShapeAnswer, type ShapeRequest } from './shape.ts'
import { spoil, toPayload, type Payload } from './spoil.ts'

interface HandlerParts {
  shapeAt(path: string): Shape
  faults: Faults
  control: Control
  now: () => Instant
  /** Ends waiting answers when the stand-in closes. */
  signal: AbortSignal
}

const MAX_BODY = 1024 * 1024

/** One request from its first byte to its last. */
export function createHandler(
  parts: HandlerParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const memory = createMemory()
  return async (incoming, response) => {
    const request = await readRequest(incoming, parts.now())
    if (!request) return deliver(response, toPayload(answerJson(null, 400, { error: 'This is no request.' })))
    if (request.path.startsWith(CONTROL_PREFIX)) {
      return deliver(response, toPayload(answerControl(parts.control, request)))
    }
    const shape = parts.shapeAt(request.path)
    const answer = shape.answer(request)
    const former = memory.recall(answer)
    const { delay, fault } = parts.faults.strike(answer, former !== null)
    if (delay > 0) await sleep(delay, undefined, { signal: parts.signal })
    const payload = prepare(shape, memory, answer, former, fault)
    parts.control.record({
      at: request.now,
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      status: payload.status,
      rows: answer.kind === 'page' ? answer.rows.length : 0,
      fault: fault?.rule.kind ?? (delay > 0 ? 'delay' : null),
    })
    await deliver(response, payload)
  }
}

function prepare(
  shape: Shape,
  memory: Memory,
  answer: ShapeAnswer,
  former: ShapeAnswer | null,
  fault: Fault | null,
): Payload {
  if (fault) return spoil(shape, answer, former, fault)
  memory.keep(answer)
  return toPayload(answer)
}

/** Null where it is unreadable: a broken target, or a body that is too long. */
async function readRequest(incoming: IncomingMessage, now: Instant): Promise<ShapeRequest | null> {
  const url = URL.parse(incoming.url ?? '/', 'http://sandbox')
  if (!url) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of incoming) {
    if (!(chunk instanceof Uint8Array)) return null
    size += chunk.length
    if (size > MAX_BODY) return null
    chunks.push(chunk)
  }
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
    now,
  }
}
