import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { eventCalls } from '#contract/events.ts'
import { httpTexts } from '#contract/texts/http.ts'
import type { Member } from '#domain/team/member.ts'
import type { Change } from '#platform/db/notify.ts'
import type { Admission, Found } from '#platform/http/admission.ts'
import { readBearer, recogniseCaller, refuseKey, refuseStranger } from '#platform/http/entry.ts'
import type { EventHub } from './service.ts'

const KEEP_ALIVE_MILLISECONDS = 20_000
/** Of one member: a stream for each browser, and some that are about to end. */
const MOST_STREAMS = 20
const MOST_UNREAD_BYTES = 256 * 1024

const LISTENING = { group: 'events', changesSomething: false } as const

type Headers = Record<string, number | string | string[] | undefined>

export interface EventDeps {
  hub: EventHub
  admit: Admission
  /** Of a token that was admitted. */
  authenticate(token: string): Promise<Found>
}

/** Server-sent events about changes, so that open screens refresh by themselves. Not compressed. */
export function mountEvents(app: FastifyInstance, deps: EventDeps): void {
  const seats = createSeats(MOST_STREAMS)
  app.get(`/api${eventCalls.listen.path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const token = readBearer(request.headers.authorization)
    const busy = await recogniseCaller(deps.admit, request, reply)
    if (busy) return busy
    const { member } = request
    const refusal = member ? refuseKey(member, LISTENING) : refuseStranger(request)
    if (!token || !member || refusal) return reply.status(refusal?.status ?? 401).send(refusal?.body)
    // A caller who has left in the meantime takes no seat.
    if (reply.raw.closed) return reply.hijack()
    const seat = seats.take(member._id)
    if (!seat) return reply.status(429).header('retry-after', 60).send({ message: httpTexts.tooManyStreams })
    reply.raw.on('close', seat.leave)
    reply.hijack()
    streamEvents(deps, { token, member }, reply.raw, {
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

/** A listener, with the member's state at the last check. */
interface Listening {
  token: string
  member: Member
}

function streamEvents(deps: EventDeps, listening: Listening, response: ServerResponse, headers: Headers): void {
  const { token } = listening
  let { member } = listening
  response.writeHead(200, headers)
  response.write(': listening\n\n')
  const write = (text: string) => {
    // An ended response stays open until it is read completely. Writing to it would end the process.
    if (response.writableEnded) return
    // A listener who does not read is disconnected, and must refresh everything on return.
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy()
    else response.write(text)
  }
  // A session or a key that has ended must not go on listening.
  const lookAgain = () =>
    deps.authenticate(token).then(
      (now) => {
        if (now && !('refusedKey' in now)) member = now
        else response.end()
      },
      () => response.end(),
    )
  const unsubscribe = deps.hub.subscribe(
    (event) => {
      if (event === null || event.topic === 'team' || event.topic === 'apiKeys') void lookAgain()
      if (isFor(member, event)) write(event ? `data: ${JSON.stringify(event)}\n\n` : 'event: missed\ndata: {}\n\n')
    },
    () => response.end(),
  )
  const keepAlive = setInterval(() => {
    // A listener who has not read to the end by now does not read.
    if (response.writableEnded) return response.destroy()
    write(': still here\n\n')
    void lookAgain()
  }, KEEP_ALIVE_MILLISECONDS)
  response.on('close', () => {
    clearInterval(keepAlive)
    unsubscribe()
  })
}

/** Only admins hear of log entries. */
function isFor(member: Member, event: Change | null): boolean {
  return event?.topic !== 'logs' || member.role === 'admin'
}

/** At most so many at a time for each member. */
function createSeats(most: number): { take(memberId: string): { leave(): void } | null } {
  const taken = new Map<string, number>()
  return {
    take(memberId) {
      const before = taken.get(memberId) ?? 0
      if (before >= most) return null
      taken.set(memberId, before + 1)
      return {
        leave() {
          const left = (taken.get(memberId) ?? 1) - 1
          if (left > 0) taken.set(memberId, left)
          else taken.delete(memberId)
        },
      }
    },
  }
}
