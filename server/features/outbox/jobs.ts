import { addMilliseconds, SECOND } from '#domain/kernel/instant.ts'
import { runElected, type Terms } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import type { Outcome } from '#platform/telegram/transport.ts'
import { createWake, type Wake } from '#platform/wake.ts'
import {
  claimNext,
  createHolder,
  createHolds,
  dropExpired,
  giveBack,
  LAST_PAUSE,
  putBack,
  readLimit,
  readNextDue,
  readPace,
  sendClaimed,
  settleAbandoned,
  type Holder,
  type Sent,
  type OutboxDeps,
} from './sending-service.ts'
import { OUTBOX_CHANNEL } from './service.ts'

export interface SenderDeps extends OutboxDeps {
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  terms?: Terms
  /** The client of the present token; null while there is none. */
  telegram(): Promise<TelegramClient | null>
}

/** The longest wait of the sender before it looks again by itself. */
const LOOK_AGAIN_MS = 2 * SECOND

/** Sends the outbox on one of all nodes, as fast as Telegram's limits allow, sign-in codes first. */
export function startSender(deps: SenderDeps): { stop(): Promise<void> } {
  const wake = createWake(deps.clock)
  const stopping = new AbortController()
  const holder = createHolder(stopping.signal)
  const ends = [OUTBOX_CHANNEL, 'settings'].map((channel) => deps.listener.on(channel, () => wake.ring()))
  const election = runElected({
    url: deps.directUrl,
    name: 'outbox-sender',
    log: deps.log,
    terms: deps.terms,
    work: (signal) => serveTerm(deps, holder, wake, signal),
  })
  return {
    async stop() {
      stopping.abort()
      for (const end of ends) end()
      await election.stop()
    },
  }
}

async function serveTerm(deps: SenderDeps, holder: Holder, wake: Wake, signal: AbortSignal): Promise<void> {
  await giveBack(deps.db, holder.claim)
  await settleAbandoned(deps, holder.claim, 'all')
  const term = await createTerm(deps, holder, wake)
  try {
    while (!signal.aborted) {
      const rest = await term.round()
      await wake.wait(rest, signal)
    }
  } finally {
    await term.finish()
  }
}

/** One look at the outbox after the other; each answers with the milliseconds until the next. */
async function createTerm(deps: SenderDeps, holder: Holder, wake: Wake) {
  const pace = await readPace(deps)
  const begun = deps.clock.now()
  const holds = createHolds(await readLimit(deps.db, begun), begun)
  const calls = createCalls(wake)
  const readClient = createClientReader(deps)

  function heed(client: TelegramClient, outcome: Outcome<Sent>): boolean {
    const now = deps.clock.now()
    const forMs = holds.add(client, outcome, now)
    if (forMs !== null && !outcome.ok) {
      const why = { why: outcome.kind, error: outcome.description, forMs }
      deps.log.warn({ event: 'outbox.hold', ...why }, 'sending pauses')
    }
    wake.ring()
    return holds.answeredSince(addMilliseconds(now, -LAST_PAUSE))
  }

  return {
    async round(): Promise<number> {
      await calls.throwIfFailed()
      await dropExpired(deps)
      const client = await readClient()
      if (!client) return LOOK_AGAIN_MS
      const held = Math.max(holds.remaining(client, deps.clock.now()), pace.wait(deps.clock.now()))
      if (held > 0) return Math.min(held, LOOK_AGAIN_MS)
      const message = await claimNext(deps, client, pace, holder)
      if (!message) return restUntilDue(deps, holder, pace.waitForChat(deps.clock.now()))
      // Telegram may have asked for a rest while the row was fetched.
      const rest = holds.remaining(client, deps.clock.now())
      if (rest > 0) {
        await putBack(deps.db, { id: message.id, claim: holder.claim })
        return Math.min(rest, LOOK_AGAIN_MS)
      }
      calls.add(sendClaimed(deps, client, pace, holder, message, (outcome) => heed(client, outcome)))
      return Math.min(pace.wait(deps.clock.now()), LOOK_AGAIN_MS)
    },
    finish: () => calls.finished(),
  }
}

/** Calls run in parallel, because an answer may take longer than the limits require. */
function createCalls(wake: Wake) {
  const running = new Set<Promise<void>>()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  let isBroken = false
  return {
    add(sending: Promise<void>): void {
      const call = sending
        .catch((error: unknown) => {
          isBroken = true
          broken.reject(error)
        })
        .finally(() => {
          running.delete(call)
          wake.ring()
        })
      running.add(call)
    },
    /** Throws the failure of a call (database or bug): the term ends, and the next one begins with the stored state. */
    async throwIfFailed(): Promise<void> {
      if (isBroken) await broken.promise
    },
    async finished(): Promise<void> {
      await Promise.all(running)
    },
  }
}

/** Says once that there is no token. */
function createClientReader({ telegram, log }: SenderDeps): () => Promise<TelegramClient | null> {
  let hadToken = true
  return async () => {
    const client = await telegram()
    if (!client && hadToken) log.warn('no bot token is set: messages wait in the outbox')
    hadToken = client !== null
    return client
  }
}

async function restUntilDue(deps: SenderDeps, holder: Holder, chatFreeMs: number | null): Promise<number> {
  await settleAbandoned(deps, holder.claim, 'old')
  const now = deps.clock.now()
  const due = await readNextDue(deps.db, now)
  const dueMs = due === null ? LOOK_AGAIN_MS : Math.max(due - now, 1)
  return Math.min(dueMs, chatFreeMs ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS)
}
