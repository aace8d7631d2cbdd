import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { codeOf } from '../error-code.ts'
import { parseJson } from '../json.ts'

/**
 * The reason that a call has no result.
 * - `refused`: Telegram understood it and will not do it (400, 403, …); `migrateTo` if a group has a new id
 * - `limited`: too many requests (429)
 * - `broken`: Telegram, or a server before it, failed (5xx)
 * - `unauthorized`: the token is wrong, or the address is not Telegram's (401, 404)
 * - `conflict`: somebody else polls with this token, or a webhook is set (409)
 * - `unreachable`: the request surely did not arrive
 * - `lost`: the request may have arrived, but the answer did not
 */
export type FailureKind = 'refused' | 'limited' | 'broken' | 'unauthorized' | 'conflict' | 'unreachable' | 'lost'

export interface Failure {
  ok: false
  kind: FailureKind
  /** Telegram's own text, if there is one. */
  description: string
  retryAfterSeconds?: number
  migrateTo?: string
}

export type Outcome<T> = { ok: true; result: T } | Failure

/** Telegram did not answer. The message has no address, because each one contains the token. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  readonly reason: TransportReason
  readonly status: number | null

  constructor(reason: TransportReason, detail: string, status: number | null = null) {
    super(detail)
    this.reason = reason
    this.status = status
  }
}

/**
 * `unsent`: no byte of the request left. `lost`: it may have arrived. `foreign`: something other than Telegram
 * answered.
 */
export type TransportReason = 'unsent' | 'lost' | 'foreign'

/** The parts of `fetch` that grammY uses. */
export interface TransportRequest {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: unknown
}

export type Transport = (url: string, request: TransportRequest) => Promise<{ json(): Promise<unknown> }>

const TelegramAnswer = z.looseObject({ ok: z.boolean() })

/** An idle connection is closed before the server may close it, because a request that meets the closing is lost. */
const IDLE_MS = 4_000

const LARGEST_ANSWER = 16 * 1024 * 1024

/**
 * HTTP for grammY that knows whether a request can have reached Telegram. `fetch` does not distinguish a connection
 * that was never made from one that broke after the message was sent, and "sent at most once" depends on that.
 */
export function createTransport(): (signal: AbortSignal) => Transport {
  const options = { keepAlive: true, timeout: IDLE_MS }
  const agents = { http: new http.Agent(options), https: new https.Agent(options) }
  return (signal) => async (address, request) => {
    const url = URL.parse(address)
    if (!url) throw new TransportFailure('unsent', 'the address of Telegram is not one')
    const { status, text } = await exchange(agents, url, { ...request, body: await readBody(request.body) }, signal)
    const answer = TelegramAnswer.safeParse(parseJson(text))
    if (!answer.success) throw new TransportFailure('foreign', `HTTP ${status} without an answer of Telegram's`, status)
    return { json: async () => answer.data }
  }
}

/** A body with a file comes in pieces. It is read completely before sending, so that its length is known. */
async function readBody(body: unknown): Promise<string | Buffer | undefined> {
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return undefined
  const pieces: Uint8Array[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what grammY makes of a file
  for await (const piece of body as AsyncIterable<unknown>) if (piece instanceof Uint8Array) pieces.push(piece)
  return Buffer.concat(pieces)
}

function exchange(
  agents: { http: http.Agent; https: https.Agent },
  url: URL,
  { method = 'POST', headers = {}, body }: Omit<TransportRequest, 'body'> & { body: string | Buffer | undefined },
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const secure = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  let open = false
  const fail = (error: unknown) => reject(new TransportFailure(open ? 'lost' : 'unsent', describe(error)))
  if (signal.aborted) {
    fail(new Error('no answer in time'))
    return promise
  }
  const request = secure
    ? https.request(url, { method, headers, agent: agents.https })
    : http.request(url, { method, headers, agent: agents.http })
  request.on('socket', (socket) => {
    if (request.reusedSocket) open = true
    else socket.once(secure ? 'secureConnect' : 'connect', () => (open = true))
  })
  request.on('error', fail)
  request.on('response', (response) => {
    readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), fail)
  })
  const stop = () => request.destroy(new Error('no answer in time'))
  signal.addEventListener('abort', stop)
  request.end(body)
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    if (size > LARGEST_ANSWER) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Describes a system error by its code, because its text may contain too much. */
function describe(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : 'failed')
}
