import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import net from 'node:net'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { httpTexts } from '#contract/texts/http.ts'
import type { LogArea } from '#domain/logs/entry.ts'
import type { KeyRefusal } from '#domain/team/api-key.ts'
import type { Access, Member } from '#domain/team/member.ts'
import type { Log } from '#platform/log.ts'
import { networkOf } from '#platform/network.ts'
import { compressTexts } from './compression.ts'
import { isApi } from './entry.ts'
import { explainFailure } from './reply.ts'
import { logRequests } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token came along; set before limits are counted. */
    member: Member | null
    /** Why the API key that came along lets nobody in. */
    refusedKey: KeyRefusal | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** Where its entries stand in the debug logs; `system` without one. */
    area?: LogArea
    /** Its body may take as long as a file. */
    takesFile?: boolean
  }
}

export interface ServerOptions {
  log: Log
  /** Where requests that are not worth an entry in the debug logs are told. */
  requestLog: Log
  trustProxy: string | null
  publicUrl: string | null
  /** Calls a minute of one member, or of one address whose token is nobody's. */
  callsPerMinute: number
  /** Calls a minute of one API key. */
  keyCallsPerMinute: number
  /** Calls a minute of one address that need no sign-in, those of the sign-in itself included. */
  openCallsPerMinute: number
  /** For the head of a request to arrive, and then for its body; 30 s. A file has 15 minutes. */
  arrivalMilliseconds?: number
}

/** Of whoever has not been let in: a handle and a code fit. A call of members sets `MEMBER_BODY_BYTES` for itself. */
const STRANGER_BODY_BYTES = 4 * 1024
/** More than this is not received only to be thrown away. An import with a session that has ended is smaller as a rule. */
const LARGEST_UNREAD_BYTES = 64 * 1024
/** For a head or a body to arrive; the answer may take longer. */
const ARRIVAL_MILLISECONDS = 30_000
/** For a file, which only members send: 100 MB over a line of 1 Mbit/s. */
const FILE_ARRIVAL_MILLISECONDS = 15 * 60_000
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'
/** How often Node looks for requests that did not arrive in time, as a share of that time. */
const LOOKS_PER_ARRIVAL = 30

/** A Fastify server with what every answer has: headers, limits, compression, one log line, one shape of error. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = options.log
  const arrival = options.arrivalMilliseconds ?? ARRIVAL_MILLISECONDS
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // We write one event of our own a request (`logRequests`).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: STRANGER_BODY_BYTES,
    requestTimeout: FILE_ARRIVAL_MILLISECONDS,
    http: { headersTimeout: arrival, connectionsCheckingInterval: Math.ceil(arrival / LOOKS_PER_ARRIVAL) },
    // Our own answer while we stop is below, in `refuseWhileStopping`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // An address that cannot be decoded, or is too long to be one of ours, is answered as any that nothing stands at.
    frameworkErrors(_error, request, reply) {
      request.raw.url = '/api/'
      app.routing(request.raw, reply.raw)
    },
  })
  app.decorateRequest('member', null)
  app.decorateRequest('refusedKey', null)
  // Before all that may answer by itself.
  await app.register(helmet, securityHeaders(options.publicUrl))
  readEmptyBodies(app)
  answerFailures(app, options)
  logRequests(app, { log: options.log, output: options.requestLog })
  forbidCaching(app)
  refuseWhileStopping(app)
  hangUpOnUnread(app)
  hangUpOnSlow(app, arrival)
  await app.register(rateLimit, {
    timeWindow: '1 minute',
    // After the route has found out who calls, and before anything of the body is read.
    hook: 'onRequest',
    max: (request: FastifyRequest) => limitOf(request, options),
    keyGenerator: (request: FastifyRequest) =>
      isOpen(request) ? `open ${networkOf(request.ip)}` : (request.member?._id ?? networkOf(request.ip)),
    allowList: (request: FastifyRequest) => !isApi(request),
  })
  compressTexts(app)
  return app
}

function limitOf(request: FastifyRequest, options: ServerOptions): number {
  if (isOpen(request)) return options.openCallsPerMinute
  return request.member?.apiKey ? options.keyCallsPerMinute : options.callsPerMinute
}

function isOpen(request: FastifyRequest): boolean {
  return request.routeOptions.config.access === 'anyone'
}

/** A JSON content type without a body is no body, not a mistake. */
function readEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void parseJson(request, body.toString(), done)
  })
}

function answerFailures(app: FastifyInstance, options: ServerOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = explainFailure(error)
    if (!refusal) options.log.error({ area: 'system', err: error, requestId: request.id }, 'request failed')
    if (refusal?.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
    reply.status(refusal?.status ?? 500).send(refusal?.body ?? { message: httpTexts.failed })
  })
}

/** What an API answers is for who asked, and for now. */
function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) reply.header('cache-control', 'no-store')
  })
}

/** What is being sent by then, a file to a slow line say, is cut off: all else must have its time to stop too. */
const LONGEST_SENDING_MS = 3_000
/** So is what begins to be sent later. */
const CUT_EVERY_MS = 250

/** What runs is answered and what comes is refused; then all connections go, also those that never asked for anything. */
function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false
  const answering = new Set<ServerResponse>()
  const closeWhenDone = () => {
    if (stopping && answering.size === 0) app.server.closeAllConnections()
  }
  const cutOff = () => {
    for (const response of answering) if (response.headersSent) response.destroy()
  }
  app.server.on('request', (_request, response: ServerResponse) => {
    answering.add(response)
    response.once('close', () => {
      answering.delete(response)
      closeWhenDone()
    })
  })
  app.addHook('preClose', async () => {
    stopping = true
    closeWhenDone()
    setTimeout(() => setInterval(cutOff, CUT_EVERY_MS).unref(), LONGEST_SENDING_MS).unref()
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (stopping) await reply.status(503).header('retry-after', 2).send({ message: httpTexts.stopping })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

/** Ends the connection where the answer was decided before a large body was read: Node would receive all of it first. */
function hangUpOnUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.readableDidRead && announcedBytes(raw) > LARGEST_UNREAD_BYTES) reply.header('connection', 'close')
  })
}

/** Node's own limit is the one of files. */
function hangUpOnSlow(app: FastifyInstance, arrival: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (announcedBytes(raw) === 0 || routeOptions.config.takesFile) return
    const late = setTimeout(() => raw.socket.end(TOO_SLOW), arrival)
    for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(late))
  })
}

function announcedBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
}

function securityHeaders(publicUrl: string | null) {
  const isBehindTls = publicUrl?.startsWith('https:') ?? false
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The UI kit writes inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isBehindTls && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isBehindTls && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' as const },
    referrerPolicy: { policy: 'same-origin' as const },
  }
}

/** Fails as a server would that listened there now, so that a start which cannot succeed ends before it began. */
export async function probeAddress(address: { port: number; host: string }): Promise<void> {
  const server = net.createServer()
  server.listen(address)
  await once(server, 'listening')
  await new Promise((resolve) => server.close(resolve))
}
