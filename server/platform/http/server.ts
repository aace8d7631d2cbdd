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
    /** The owner of the token; set before limits are counted. */
    member: Member | null
    /** The reason that the API key is refused. */
    refusedKey: KeyRefusal | null
  }
  interface FastifyContextConfig {
    access?: Access
    /** The area of its entries in the debug logs; `system` by default. */
    area?: LogArea
    /** Its body may take as long as a file. */
    takesFile?: boolean
  }
}

export interface ServerOptions {
  log: Log
  /** Receives requests that are not worth an entry in the debug logs. */
  requestLog: Log
  trustProxy: string | null
  publicUrl: string | null
  /** Calls a minute per member, or per address with an unknown token. */
  callsPerMinute: number
  /** Calls a minute per API key. */
  keyCallsPerMinute: number
  /** Calls a minute per address without sign-in, sign-ins included. */
  openCallsPerMinute: number
  /** Time for the head of a request to arrive, and then for its body; 30 s. A file has 15 minutes. */
  arrivalMilliseconds?: number
}

/** For callers without sign-in: a handle and a code fit. Calls of members set `MEMBER_BODY_BYTES` themselves. */
const STRANGER_BODY_BYTES = 4 * 1024
/** A larger body is not received only to be discarded. An import with an ended session is usually smaller. */
const LARGEST_UNREAD_BYTES = 64 * 1024
/** For a head or a body to arrive; the answer may take longer. */
const ARRIVAL_MILLISECONDS = 30_000
/** For a file, which only members send: 100 MB over a line of 1 Mbit/s. */
const FILE_ARRIVAL_MILLISECONDS = 15 * 60_000
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'
/** How often Node checks for late requests, as a share of that time. */
const LOOKS_PER_ARRIVAL = 30

/**
 * A Fastify server with the common parts of every answer: headers, limits, compression, one log line, one shape of
 * error.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = options.log
  const arrival = options.arrivalMilliseconds ?? ARRIVAL_MILLISECONDS
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    // We write our own event per request (`logRequests`).
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: STRANGER_BODY_BYTES,
    requestTimeout: FILE_ARRIVAL_MILLISECONDS,
    http: { headersTimeout: arrival, connectionsCheckingInterval: Math.ceil(arrival / LOOKS_PER_ARRIVAL) },
    // Our own answer while stopping is below, in `refuseWhileStopping`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    // An address that cannot be decoded, or is too long, is answered like any unknown address.
    frameworkErrors(_error, request, reply) {
      request.raw.url = '/api/'
      app.routing(request.raw, reply.raw)
    },
  })
  app.decorateRequest('member', null)
  app.decorateRequest('refusedKey', null)
  // Before anything that may answer by itself.
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
    // After the route has found the caller, and before the body is read.
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

/** A JSON content type without a body means no body, not an error. */
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

/** An API answer is for its caller, and for now. */
function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) reply.header('cache-control', 'no-store')
  })
}

/**
 * A transfer that still runs then, such as a file over a slow line, is cut off, because everything else needs time to
 * stop too.
 */
const LONGEST_SENDING_MS = 3_000
/** The same for transfers that begin later. */
const CUT_EVERY_MS = 250

/** Answers running requests and refuses new ones; then closes all connections, also unused ones. */
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

/**
 * Closes the connection if the answer was decided before a large body was read: Node would otherwise receive all of it.
 */
function hangUpOnUnread(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.readableDidRead && announcedBytes(raw) > LARGEST_UNREAD_BYTES) reply.header('connection', 'close')
  })
}

/** Node's own limit is the one for files. */
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

/** Fails like a server that listens there, so a start that cannot succeed ends early. */
export async function probeAddress(address: { port: number; host: string }): Promise<void> {
  const server = net.createServer()
  server.listen(address)
  await once(server, 'listening')
  await new Promise((resolve) => server.close(resolve))
}
