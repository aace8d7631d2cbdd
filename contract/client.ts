import type { Answered, Call, Sent } from './call.ts'
import { Problem } from './check.ts'
import { SENT_FILE_TYPE } from './file.ts'

/** A refused or failed call, with its sentence, status and details (`Problem`). Status 0 means no answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly details: Omit<Problem, 'message'>
  /** The request's id in the debug logs; null if the request did not arrive. */
  readonly requestId: string | null

  constructor(status: number, problem: Problem, requestId: string | null = null) {
    super(problem.message)
    this.status = status
    this.details = problem
    this.requestId = requestId
  }
}

/** The part of fetch that the client needs. It keeps this room independent of a platform. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
) => Promise<{
  ok: boolean
  status: number
  statusText: string
  headers?: { get(name: string): string | null }
  text(): Promise<string>
}>

export interface ClientOptions {
  /** The address before `/api`; empty for the same origin. */
  root: string
  fetch: Fetch
  token(): string | null
  /** Called on any 401, before the error is thrown. */
  onUnauthorized?(): void
}

export interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

export type Client = <C extends Call>(
  call: C,
  sent: Sent<C> & Parts,
  headers?: Record<string, string>,
) => Promise<Answered<C>>

export function createClient(options: ClientOptions): Client {
  return async (call, sent, headers = {}) => {
    const token = options.token()
    const response = await options.fetch(`${options.root}/api${fillPath(call, sent)}`, {
      method: call.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(sent.body !== undefined && { 'content-type': call.takes ? SENT_FILE_TYPE : 'application/json' }),
        ...headers,
      },
      ...(sent.body !== undefined && { body: writeBody(call, sent.body) }),
    })
    const text = await response.text()
    // A refusal of an older token does not concern the newer one.
    const isCurrent = options.token() === token
    if (response.status === 401 && call.access !== 'anyone' && isCurrent) options.onUnauthorized?.()
    if (!response.ok) {
      const requestId = response.headers?.get('x-request-id') ?? null
      throw new ApiError(response.status, readProblem(text, response.statusText), requestId)
    }
    return readAnswer(call, response.status, text)
  }
}

function writeBody({ takes }: Call, body: unknown): string | Uint8Array<ArrayBuffer> {
  return takes && body instanceof Uint8Array && body.buffer instanceof ArrayBuffer
    ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
    : JSON.stringify(body)
}

const NOTHING = { success: true, data: undefined } as const

function readAnswer<C extends Call>(call: C, status: number, text: string): Answered<C> {
  const schema = call.answers[status]
  const parsed = schema === null ? NOTHING : schema?.safeParse(readJson(text))
  if (!parsed?.success) throw new ApiError(status, { message: 'The server gave an answer that was not agreed.' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of this very status was just applied
  return parsed.data as Answered<C>
}

/** The path of a call with its parameters and query. */
export function fillPath({ path, emptyKeys = [] }: Pick<Call, 'path' | 'emptyKeys'>, { params, query }: Parts): string {
  const values = new Map(entriesOf(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  // Empty query values are dropped (spec, section 7), except for keys that are empty in some rows.
  const asked = entriesOf(query).filter(([name, value]) => value !== '' || emptyKeys.includes(name))
  const search = asked.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

function entriesOf(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)])
}

/** Reads the problem of a refusal. It always has a message. */
export function readProblem(text: string, statusText: string): Problem {
  const problem = Problem.safeParse(readJson(text))
  return problem.data ?? { message: statusText || 'The server did not answer as expected.' }
}

/** Parses JSON. Returns undefined if the text is not JSON: a proxy may answer in its own words. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
