import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withRequestId, type Log } from '#platform/log.ts'
import { holdsApiKey } from '#platform/log-censor.ts'
import { networkOf } from '#platform/network.ts'
import { createNotePad } from '#platform/note-pad.ts'
import { isApi } from './entry.ts'

/** Refusals that say something about the caller. Refusals of typed values are not logged. */
const WORTH_AN_ENTRY = new Set([401, 403, 413, 429])

/**
 * Writes one wide event per request. Its id is in the answer's header and in everything logged during the request.
 * Requests that changed something, failed, or were turned away go to the debug logs; others only to `output`. Repeated
 * refusals of strangers within a minute are dropped.
 */
export function logRequests(app: FastifyInstance, { log, output }: { log: Log; output: Log }): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    withRequestId(request.id, done)
  })
  // Once more, because reading the body calls back from outside the context.
  app.addHook('preValidation', (request, _reply, done) => withRequestId(request.id, done))
  const noted = createNotePad()
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (!isApi(request) && !request.url.startsWith('/api/')) return
    const event = describe(request, reply, route)
    const level = levelOf(request, reply)
    const kind = `${event.status} ${networkOf(request.ip)} ${route}`
    const isNews = level !== null && (level === 'info' || noted(event.memberId ?? 'strangers', kind))
    if (!isNews) {
      // Strangers must not fill the disk of printed logs either.
      const isRepeated = !request.member && event.status >= 400 && !noted('strangers, printed', kind)
      if (!isRepeated) output.info(event, 'request')
      return
    }
    const area = request.routeOptions.config.area ?? 'system'
    log[level]({ area, ...event, path: pathOf(request) }, `${request.method} ${route} answered ${reply.statusCode}`)
  })
}

function describe(request: FastifyRequest, reply: FastifyReply, route: string) {
  return {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime),
    memberId: request.member?._id ?? null,
    ...(request.member?.apiKey && { program: request.member.apiKey.name }),
    address: request.ip,
  }
}

/** Null: not worth an entry. */
function levelOf(request: FastifyRequest, { statusCode }: FastifyReply): 'info' | 'warn' | null {
  if (statusCode >= 500 || WORTH_AN_ENTRY.has(statusCode)) return 'warn'
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  // Sign-ins are logged by their own feature.
  return changes && statusCode < 400 && request.member ? 'info' : null
}

/** The path with its ids. No path of ours contains a secret, and a key in one is hidden. */
function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? ''
  return (holdsApiKey(readEscapes(path)) ? '[secret]' : path).slice(0, 300)
}

/** Decodes escapes such as `%5F`; unchanged if that is not possible. */
function readEscapes(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
