import type { LogArea } from '#domain/logs/entry.ts'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Call, Received } from '#contract/call.ts'
import { listErrors, MOST_UNKNOWN, type FieldError } from '#contract/check.ts'
import { sayUnknownFields } from '#contract/fields.ts'
import type { NamedFile } from '#contract/file.ts'
import { httpTexts } from '#contract/texts/http.ts'
import type { KeyGroup } from '#domain/team/api-key.ts'
import type { Replica } from '#platform/db/replica.ts'
import { inArea, type Log } from '#platform/log.ts'
import type { Admission } from './admission.ts'
import { sendPacked } from './compression.ts'
import { formatCookie, readCookie, type NewCookie } from './cookies.ts'
import { readBearer, recogniseCaller, refuseEntry } from './entry.ts'
import { answerOnce, type IdempotencyDeps } from './idempotency.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { problem, type AnyHandler, type Caller, type Handlers, type Refusal, type Reply } from './reply.ts'
import { shareAnswers, type SharedAnswer } from './shared-answers.ts'

export interface MountDeps {
  /** Checks on every request, so that a removed member is out at once. */
  admit: Admission
  readViewerReadOnly(): Promise<boolean>
  idempotency: IdempotencyDeps
  /** For all calls with a shared answer. */
  kept: KeptAnswers
  /** Checks every answer against its schema; for tests, because it costs as much as the answer itself. */
  checkAnswers: boolean
  /** Whether people come over TLS, which decides the names of cookies. */
  isBehindTls: boolean
  log: Log
  /** The area of its requests in the debug logs. */
  area?: LogArea
  /** The group that a key needs; null or absent if no key may make the calls. */
  keyGroup?: KeyGroup | null
}

/** The size of the largest import (`docs/security.md`). */
const MEMBER_BODY_BYTES = 1024 * 1024

type Outcome = { status: number; body: unknown; retryAfterSeconds?: number; cookies?: readonly NewCookie[] }

/** Handlers of a group, and optionally handlers that answer its reads on a replica. */
export type GroupHandlers<G extends Record<string, Call>> = readonly [
  handlers: Handlers<G>,
  onReplica?: { handlers: Handlers<G>; replica: Replica } | null,
]

/** Mounts every group of calls with its handlers. Log entries get the area of the group. */
export function mountAll<const All extends Record<string, Record<string, Call>>>(
  app: FastifyInstance,
  deps: MountDeps & { keyGroupOf(group: string): KeyGroup | null },
  all: All,
  groups: { [Group in keyof All]: readonly [area: LogArea, ...GroupHandlers<All[Group]>] },
): void {
  for (const name in all) {
    const [area, ...handlers] = groups[name]
    mountCalls<All[typeof name]>(
      app,
      { ...inArea(deps, area), area, keyGroup: deps.keyGroupOf(name) },
      all[name],
      ...handlers,
    )
  }
}

/** Mounts a group of calls: authenticate, decide access, parse, call the handler, answer as declared. */
export function mountCalls<const G extends Record<string, Call>>(
  app: FastifyInstance,
  deps: MountDeps,
  group: G,
  ...[handlers, onReplica]: GroupHandlers<G>
): void {
  for (const name of Object.keys(group)) {
    const call = group[name]
    const here = handlerOf(handlers, name)
    const there = call?.method === 'GET' && onReplica ? handlerOf(onReplica.handlers, name) : null
    const handler = there && onReplica ? readBeside(onReplica.replica, there, here) : here
    if (call?.takes) void app.register(async (scope) => mountCall(takeFiles(scope), deps, call, handler))
    else if (call) mountCall(app, deps, call, handler)
  }
}

function readBeside(replica: Replica, there: AnyHandler, here: AnyHandler): AnyHandler {
  return (received, caller) =>
    replica.read(
      () => there(received, caller),
      () => here(received, caller),
    )
}

/** Passes bodies of files on as they arrive. The reader counts the bytes. */
function takeFiles(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  return scope
}

function handlerOf<G extends Record<string, Call>>(handlers: Handlers<G>, name: string): AnyHandler {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Handlers` has matched each handler to its call
  return handlers[name] as AnyHandler
}

function mountCall(app: FastifyInstance, deps: MountDeps, call: Call, handler: AnyHandler): void {
  const answer = call.shared ? answerAlike(deps, call, handler) : answerEach(deps, call, handler)
  const changesSomething = call.method !== 'GET' && !call.readsOnly
  const entry = { access: call.access, changesSomething, group: deps.keyGroup ?? null }
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: {
      access: call.access,
      ...(call.takes && { takesFile: true }),
      ...(deps.area && { area: deps.area }),
    },
    ...(call.access !== 'anyone' && { bodyLimit: MEMBER_BODY_BYTES }),
    onRequest: async (request, reply) => {
      return call.access === 'anyone' ? undefined : recogniseCaller(deps.admit, request, reply)
    },
    // After the limits, which count refusals too, and before the body is read.
    preParsing: async (request, reply) => {
      const refusal = await refuseEntry(deps, entry, request)
      if (!refusal) return undefined
      send(reply, refusal, deps)
      return reply
    },
    handler: async (request, reply) => {
      const received = readInput(call, request)
      const outcome = 'refused' in received ? received : await answer(received, request)
      if ('packed' in outcome) await sendShared(request, reply, outcome)
      else if (call.file && outcome.status === 200) sendFile(reply, outcome.body)
      else send(reply, outcome, deps)
      return reply
    },
  })
}

type AnyCaller = Parameters<AnyHandler>[1]
type AnswerTo = (received: Received<Call>, request: FastifyRequest) => Promise<Outcome | SharedAnswer>

function answerAlike(deps: MountDeps, call: Call, handler: AnyHandler): AnswerTo {
  const { log, kept } = deps
  const share = shareAnswers(call, kept)
  return (received) =>
    share(received, async (known) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `CallerOf` gives a shared call
      const reply = await handler(received, { log, known } as AnyCaller)
      const made = 'digest' in reply ? reply.made?.value : reply
      if (deps.checkAnswers && made) checkAnswer(call, made)
      return reply
    })
}

function answerEach(deps: MountDeps, call: Call, handler: AnyHandler): AnswerTo {
  const { log, isBehindTls } = deps
  return async (received, request) => {
    const { member, url, headers } = request
    const key = headers['idempotency-key']
    const caller: Caller = {
      member,
      token: readBearer(headers.authorization),
      address: request.ip,
      host: request.host,
      readCookie: (name) => readCookie(headers.cookie, name, isBehindTls),
      attempt: member && typeof key === 'string' ? `${member._id} ${key}` : null,
      log,
    }
    const run = async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a call that needs a member has one by now
      const reply = await handler(received, caller as AnyCaller)
      if ('digest' in reply) throw new Error(`${call.method} ${call.path} is not shared`)
      if (deps.checkAnswers) checkAnswer(call, reply)
      return reply
    }
    if (call.method !== 'POST' || call.secret || call.takes || typeof key !== 'string' || !member) return run()
    if (key.length > 200) return problem(400, httpTexts.keyTooLong)
    return answerOnce(deps.idempotency, { owner: member._id, key, call, url, body: received.body, run })
  }
}

function readInput(call: Call, request: FastifyRequest): Received<Call> | Refusal {
  const errors: FieldError[] = []
  const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return undefined
    // For schemas without their own sentence.
    const parsed = schema.safeParse(value, { error: () => httpTexts.value })
    if (parsed.success) return parsed.data
    errors.push(...listErrors(parsed.error.issues))
    return undefined
  }
  errors.push(...findUnknownKeys(call, request.query))
  const received = {
    params: read(call.params, request.params),
    query: read(call.query, request.query),
    body: read(call.body, request.body ?? {}),
  }
  const [first] = errors
  if (first) return problem(400, first.message, { errors })
  // For a text that no schema refuses but no table accepts, and no address needs.
  return request.url.includes('%00') ? problem(400, httpTexts.value) : received
}

/** An unknown field of a query may be a slip that would widen the question. A call without a query has no fields. */
function findUnknownKeys({ query }: Call, given: unknown): FieldError[] {
  if (typeof given !== 'object' || given === null) return []
  if (query !== undefined && !(query instanceof z.core.$ZodObject)) return []
  const known = Object.keys(query?._zod.def.shape ?? {})
  const unknown = Object.keys(given).filter((key) => !known.includes(key))
  const message = sayUnknownFields(unknown, known)
  return unknown.slice(0, MOST_UNKNOWN).map((path) => ({ path, message }))
}

function checkAnswer(call: Call, reply: Reply<Call>): void {
  const name = `${call.method} ${call.path}`
  if ('refused' in reply) {
    if (!call.refusals?.includes(reply.status)) throw new Error(`${name} does not declare its refusal ${reply.status}`)
    return
  }
  const schema = call.answers[reply.status]
  if (schema === undefined) throw new Error(`${name} does not declare its answer ${reply.status}`)
  schema?.parse(reply.body)
}

/** Sends piece by piece, as fast as the other side reads. */
function sendFile(reply: FastifyReply, body: unknown): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `namedFile` promises
  const { name, type, pieces } = body as NamedFile
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(Readable.from(pieces))
}

function sendShared(request: FastifyRequest, reply: FastifyReply, answer: SharedAnswer): Promise<void> {
  const { status, packed, retryAfterSeconds } = answer
  reply.status(status).type(JSON_TYPE)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return sendPacked(request, reply, packed)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function send(
  reply: FastifyReply,
  { status, body, retryAfterSeconds, cookies = [] }: Outcome,
  { isBehindTls }: MountDeps,
): void {
  reply.status(status)
  for (const cookie of cookies) reply.header('set-cookie', formatCookie(cookie, isBehindTls))
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (body === undefined || body === null) reply.send()
  else reply.type(JSON_TYPE).send(typeof body === 'string' ? body : JSON.stringify(body))
}
