import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { eventCalls } from '#contract/events.ts'
import { texts } from '#contract/texts.ts'
import type { Member } from '#domain/team/member.ts'
import { readBearer } from '#platform/http/mount.ts'
import type { EventHub } from './service.ts'

const KEEP_ALIVE_MILLISECONDS = 20_000
const MOST_UNREAD_BYTES = 256 * 1024

type Headers = Record<string, number | string | string[] | undefined>

export interface EventDeps {
  hub: EventHub
  authenticate(token: string): Promise<Member | null>
}

/** Server-sent events over fetch: what changed, so that open screens refresh by themselves. Not compressed. */
export function mountEvents(app: FastifyInstance, deps: EventDeps): void {
  app.get(`/api${eventCalls.listen.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const token = readBearer(request.headers.authorization)
    if (!token || !(await deps.authenticate(token))) {
      return reply.status(401).send({ message: texts.auth.signInFirst })
    }
    reply.hijack()
    streamEvents(deps, token, reply.raw, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // Kept for nothing else after it: a stop would wait for it.
      connection: 'close',
      'x-request-id': request.id,
    })
    return reply
  })
}

function streamEvents(deps: EventDeps, token: string, response: ServerResponse, headers: Headers): void {
  response.writeHead(200, headers)
  response.write(': listening\n\n')
  const write = (text: string) => {
    // Who does not read is let go, and told to look at everything when they come back.
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy()
    else response.write(text)
  }
  const unsubscribe = deps.hub.subscribe(
    (event) => write(event ? `data: ${JSON.stringify(event)}\n\n` : 'event: missed\ndata: {}\n\n'),
    () => response.end(),
  )
  const keepAlive = setInterval(() => {
    write(': still here\n\n')
    // A session that has ended must not go on listening.
    deps.authenticate(token).then(
      (member) => member ?? response.end(),
      () => response.end(),
    )
  }, KEEP_ALIVE_MILLISECONDS)
  response.on('close', () => {
    clearInterval(keepAlive)
    unsubscribe()
  })
}
