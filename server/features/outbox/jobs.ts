import { addMilliseconds, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { runElected } from '#platform/db/election.ts'
import type { Listener } from '#platform/db/listen.ts'
import type { TelegramClient } from '#platform/telegram/client.ts'
import type { Failure } from '#platform/telegram/outcome.ts'
import { createWake, type Wake } from '#platform/wake.ts'
import {
  createHolder,
  dropExpired,
  giveBack,
  readLimit,
  readNextDue,
  sendNext,
  settleAbandoned,
  type Holder,
  type OutboxDeps,
} from './sending-service.ts'
import { OUTBOX_CHANNEL } from './service.ts'

export interface SenderDeps extends OutboxDeps {
  /** Of PostgreSQL itself, for the election. */
  directUrl: string
  listener: Listener
  /** The client of the present token; null while there is none. */
  telegram(): Promise<TelegramClient | null>
}

/** How long the sender waits at most before it looks again by itself. */
const LOOK_AGAIN_MS = 2 * SECOND

/** Longest pauses where no call has a chance; the first is a second, and each is twice the one before. */
const LONGEST_PAUSE: Partial<Record<Failure['kind'], number>> = {
  unreachable: 15 * SECOND,
  unauthorized: 60 * SECOND,
}

/** Sends what is in the outbox: on one of all nodes, one message after the other, login codes first. */
export function startSender(deps: SenderDeps): { stop(): Promise<void> } {
  const wake = createWake()
  const stopping = new AbortController()
  const holder = createHolder(stopping.signal)
  const ends = [OUTBOX_CHANNEL, 'settings'].map((channel) => deps.listener.on(channel, () => wake.ring()))
  const election = runElected({
    url: deps.directUrl,
    name: 'outbox-sender',
    log: deps.log,
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
  const round = createRounds(deps, holder, await readLimit(deps.db))
  while (!signal.aborted) await wake.wait(await round(), signal)
}

/** What keeps the sender from calling. */
interface Hold {
  until: Instant
  /** Null: whichever the token. */
  client: TelegramClient | null
  pauseMs: number
}

/** One look at the outbox after the other; each answers with the milliseconds until the next. */
function createRounds(deps: SenderDeps, holder: Holder, limit: Instant | null): () => Promise<number> {
  let hold: Hold | null = limit === null ? null : { until: limit, client: null, pauseMs: 0 }
  let hadToken = true

  function remaining(client: TelegramClient): number {
    if (!hold || (hold.client && hold.client !== client)) return 0
    return hold.until - deps.clock.now()
  }

  return async () => {
    await dropExpired(deps)
    const client = await deps.telegram()
    if (!client && hadToken) deps.log.warn('no bot token is set: messages wait in the outbox')
    hadToken = client !== null
    if (!client) return LOOK_AGAIN_MS
    const held = remaining(client)
    if (held > 0) return Math.min(held, LOOK_AGAIN_MS)
    const outcome = await sendNext(deps, client, holder)
    if (!outcome) return restUntilDue(deps, holder)
    hold = outcome.ok ? null : holdAfter(deps, outcome, client, hold)
    return 0
  }
}

async function restUntilDue(deps: SenderDeps, holder: Holder): Promise<number> {
  await settleAbandoned(deps, holder.claim, 'old')
  const due = await readNextDue(deps.db)
  // Something that is due and was not taken is locked by somebody: not a reason to spin.
  return due === null ? LOOK_AGAIN_MS : Math.min(Math.max(due - deps.clock.now(), 50), LOOK_AGAIN_MS)
}

function holdAfter(deps: SenderDeps, failure: Failure, client: TelegramClient, before: Hold | null): Hold | null {
  const pauseMs = pauseAfter(failure, before)
  if (pauseMs === 0) return null
  deps.log.warn(
    { event: 'outbox.hold', why: failure.kind, error: failure.description, forMs: pauseMs },
    'sending pauses',
  )
  return {
    until: addMilliseconds(deps.clock.now(), pauseMs),
    client: failure.kind === 'limited' ? null : client,
    pauseMs,
  }
}

function pauseAfter(failure: Failure, before: Hold | null): number {
  if (failure.kind === 'limited') return (failure.retryAfterSeconds ?? 0) * SECOND
  const longest = LONGEST_PAUSE[failure.kind]
  return longest === undefined ? 0 : Math.min(Math.max((before?.pauseMs ?? 0) * 2, SECOND), longest)
}
